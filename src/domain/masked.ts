/** What stands in an answer instead of what the role of whoever reads it does not show. */
export const DOTS = '•••';

/** Whether a phone, name or address came masked, or a text in part. */
export function isMasked(text: string | null): boolean {
  return text?.includes(DOTS) ?? false;
}
