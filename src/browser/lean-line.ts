/** The widest photo, in pixels, that is fetched over a lean line: sharp enough across a phone, a quarter of the bytes of the usual one. */
export const LEAN_WIDTH = 480;

/** What the Network Information API tells; Chromium has it, in pages and in workers. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the shopper saves data or the line is slow (up to 3G, 700 kbit/s). False where the browser does not tell. */
export function isLeanLine(): boolean {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection ?? {};
  return saveData === true || /[23]g/.test(effectiveType ?? '');
}

/** The candidates of a `srcset` that are narrow enough for a lean line; all of them when none is. */
export function leanSrcset(srcset: string): string {
  const candidates = srcset.split(', ');
  const narrow = candidates.filter((candidate) => Number(/ (\d+)w$/.exec(candidate)?.[1] ?? 0) <= LEAN_WIDTH);
  return (narrow.length > 0 ? narrow : candidates).join(', ');
}
