import { type ReadyText, type ReadyTextEdit, readyText } from '#domain/ready-texts/contract.ts';
import { DEFAULT_READY_TEXTS } from '#domain/ready-texts/defaults.ts';
import { READY_TEXT_KEYS, READY_TEXT_LANGUAGES } from '#domain/ready-texts/ready-texts.ts';
import { timestamp } from '#domain/values.ts';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** All ready texts: staff's words where they have some, the defaults elsewhere. */
export async function listReadyTexts(db: ShopDatabase): Promise<ReadyText[]> {
  const changed = await read(db.from('ready_texts').select('key, language, text, updated_at'), readyText.array());
  return READY_TEXT_KEYS.flatMap((key) =>
    READY_TEXT_LANGUAGES.map(
      (language) =>
        changed.find((other) => other.key === key && other.language === language) ?? {
          key,
          language,
          text: DEFAULT_READY_TEXTS[key][language],
          updatedAt: null,
        },
    ),
  );
}

/** Changes one text, or with null as its words goes back to the default. @throws ApiError `edited_meanwhile` */
export async function changeReadyText(db: ShopDatabase, { updatedAt, ...edit }: ReadyTextEdit): Promise<ReadyText> {
  const changedAt = await callFunction(db, 'change_ready_text', { ...edit, expected_version: updatedAt }, timestamp.nullable());
  const { key, language, text } = edit;
  return { key, language, text: text ?? DEFAULT_READY_TEXTS[key][language], updatedAt: changedAt };
}
