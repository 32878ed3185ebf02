import * as z from 'zod';
import { line } from './text-fields.ts';

/** Short words that staff sort by, each once. */
export const tags = z
  .array(line(40))
  .max(20, 'At most 20 tags')
  .overwrite((typed) => [...new Set(typed)]);

/** Twenty tags of forty characters, and what stands between them. */
const MAX_TYPED = 1_000;

/** Tags typed into one field, separated by commas, English or Urdu ones. */
export const typedTags = z
  .string()
  .max(MAX_TYPED, { error: 'At most 20 tags', abort: true })
  .transform((typed, { issues }) => {
    const split = typed.split(/[,،\n]/).filter((tag) => tag.trim());
    const read = tags.safeParse(split);
    if (read.success) return read.data;
    for (const { path, message } of read.error.issues) {
      const [place] = path;
      const tag = typeof place === 'number' ? `${split[place]?.trim().slice(0, 20)}…: ` : '';
      issues.push({ code: 'custom', input: typed, message: tag + message });
    }
    return z.NEVER;
  });
