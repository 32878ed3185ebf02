import * as z from 'zod';
import { requiredText } from '#domain/text-fields.ts';
import { timestamp } from '#domain/values.ts';
import { expectedVersion } from '#domain/versions.ts';
import {
  languageNames,
  MAX_READY_TEXT_LENGTH,
  placeholderComplaint,
  READY_TEXT_KEYS,
  READY_TEXT_LANGUAGES,
  readyTextNames,
} from './ready-texts.ts';

export const readyTextKey = z.enum(READY_TEXT_KEYS);
export const readyTextLanguage = z.enum(READY_TEXT_LANGUAGES);

/** A text that staff send by WhatsApp, with placeholders in braces. */
export const readyText = z.object({
  key: readyTextKey,
  language: readyTextLanguage,
  text: z.string(),
  /** When staff changed it; null while it is the shop's default. */
  updatedAt: timestamp.nullable(),
});

export type ReadyText = z.infer<typeof readyText>;

/** The new words of one text, or null for the default; `updatedAt` is that of the text its editor saw. */
export const readyTextEdit = z
  .object({
    key: readyTextKey,
    language: readyTextLanguage,
    text: requiredText(MAX_READY_TEXT_LENGTH, 'Enter a text, or go back to the default').nullable(),
    updatedAt: expectedVersion.nullable(),
  })
  .superRefine(({ key, language, text }, { addIssue }) => {
    const complaint = placeholderComplaint(text ?? '');
    if (complaint) {
      const message = `“${readyTextNames[key]}”, ${languageNames[language]}: ${complaint}`;
      addIssue({ code: 'custom', path: ['text'], message });
    }
  });

export type ReadyTextEdit = z.infer<typeof readyTextEdit>;
