import { useStore } from '@nanostores/react';
import * as z from 'zod';
import { $session } from '#admin/platform/session.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { orderPageLink, staffOrder } from '#domain/orders/contract.ts';
import { type ReadyText, type ReadyTextEdit, readyText } from '#domain/ready-texts/contract.ts';
import { READY_TEXT_LANGUAGES, type ReadyTextLanguage } from '#domain/ready-texts/ready-texts.ts';

/** All ready texts, in all languages. */
export const readyTextsQuery = staffQuery('/ready-texts', z.array(readyText));

/** Changes one text. @throws ApiFailure `edited_meanwhile` */
export function putReadyText(edit: ReadyTextEdit): Promise<ReadyText> {
  return callStaffApi('PUT', '/ready-texts', { body: edit, schema: readyText });
}

/** The order that a text is about. */
export function orderQuery(orderId: string) {
  return staffQuery(`/orders/${orderId}`, staffOrder);
}

/** The link of an order's secret page, for the text. */
export function pageLinkQuery(orderId: string) {
  return { ...staffQuery(`/orders/${orderId}/page-link`, orderPageLink), staleTime: Number.POSITIVE_INFINITY };
}

const languages = z.record(z.string(), z.enum(READY_TEXT_LANGUAGES)).catch({});

/** The language of each person who works at this machine, by their id. */
const $languages = safePersistentAtom<Record<string, ReadyTextLanguage>>('admin.text-languages', {}, (found) =>
  languages.parse(found),
);

/** The language in which the signed-in person writes to shoppers, and a function that changes it. */
export function useTextLanguage(): [ReadyTextLanguage, (language: ReadyTextLanguage) => void] {
  const session = useStore($session);
  const person = 'admin' in session ? session.admin.id : '';
  const language = useStore($languages)[person] ?? 'ur-Latn';
  return [language, (chosen) => $languages.set({ ...$languages.get(), [person]: chosen })];
}
