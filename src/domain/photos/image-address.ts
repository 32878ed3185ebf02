import { comparedText } from '#domain/text-fields.ts';

/** Photos of a Supabase that runs on the same machine, where there is no https. */
const LOCAL_PHOTO = /^http:\/\/(127\.0\.0\.1|localhost):\d{1,5}\/storage\/v1\/object\/public\//;

/** Where a picture is: an absolute https address, or a path on this site. */
export const imageAddress = comparedText(500)
  .min(1, 'Required')
  .refine(isImageAddress, 'Use an https address or a path that begins with /');

function isImageAddress(typed: string): boolean {
  if (/[\s\p{C}\\]/u.test(typed)) return false;
  if (typed.startsWith('/')) return !typed.startsWith('//');
  return (typed.startsWith('https://') || LOCAL_PHOTO.test(typed)) && isAddress(typed);
}

/** `URL.canParse`, for browsers that have not got it. */
function isAddress(typed: string): boolean {
  try {
    return Boolean(new URL(typed));
  } catch {
    return false;
  }
}
