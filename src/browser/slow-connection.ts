/** The widest photo, in pixels, that is fetched over a slow connection: sharp enough across a phone, a quarter of the bytes of the usual one. */
export const SLOW_CONNECTION_WIDTH = 480;

/** What the Network Information API tells; Chromium has it, in pages and in workers. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the shopper saves data or is on a slow connection (up to 3G, 700 kbit/s). False where the browser does not tell. */
export function isSlowConnection(): boolean {
  const { saveData, effectiveType } = (navigator as { connection?: Connection }).connection || {};
  return saveData === true || /[23]g/.test(`${effectiveType}`);
}

/** The candidates of a `srcset` that are narrow enough for a slow connection; all of them when none is. */
export function narrowSrcset(srcset: string): string {
  const candidates = srcset.split(', ');
  const narrow = candidates.filter(
    (candidate) => !(Number.parseInt(candidate.split(' ').pop() || '', 10) > SLOW_CONNECTION_WIDTH),
  );
  return (narrow.length > 0 ? narrow : candidates).join(', ');
}
