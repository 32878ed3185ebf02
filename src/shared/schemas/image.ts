import * as z from 'zod';

/** Where a picture is: an absolute https address, or a path on this site. */
export const imageAddress = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(500, 'At most 500 characters')
  .refine(isImageAddress, 'Use an https address or a path that begins with /');

function isImageAddress(typed: string): boolean {
  if (/[\s\p{Cc}\\]/u.test(typed)) return false;
  if (typed.startsWith('/')) return !typed.startsWith('//');
  return typed.startsWith('https://') && URL.canParse(typed);
}
