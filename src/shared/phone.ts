/**
 * A phone number as it is kept: `+92…` for Pakistani ones (`03xx…`, `92…`, `+92…`, `0092…`), else its 7–15 digits as given.
 * Null when it is not a phone number.
 */
export function normalizePhone(typed: string): string | null {
  const trimmed = typed.trim();
  if (!/^\+?[\d\s().-]+$/.test(trimmed)) return null;
  const digits = trimmed.replace(/\D/g, '');
  const pakistani = /^(?:0092|92|0)(\d{9,10})$/.exec(digits);
  if (pakistani?.[1] && !(trimmed.startsWith('+') && !digits.startsWith('92'))) return `+92${pakistani[1]}`;
  if (digits.length < 7 || digits.length > 15) return null;
  return trimmed.startsWith('+') ? `+${digits}` : digits;
}
