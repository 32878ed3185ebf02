import type { BrowserErrorReport } from '#domain/browser-errors/contract.ts';
import { pageKind, withoutValues } from '#domain/browser-errors/report.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** What a browser calls itself, by what only its family says. The first that fits. */
const FAMILIES: [RegExp, string][] = [
  [/FBAN|FBAV|Instagram/, 'Facebook or Instagram'],
  [/; wv\)/, 'WebView'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\/|OPT\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

export function browserFamily(userAgent: string): string {
  return FAMILIES.find(([sign]) => sign.test(userAgent))?.[1] ?? 'Other';
}

/** Counts an error in a browser, without what may be somebody's. */
export async function countBrowserError(
  db: ShopDatabase,
  { message, page, release, place }: BrowserErrorReport,
  userAgent: string,
): Promise<null> {
  const report = { message: withoutValues(message), page: pageKind(page), release, place, browser: browserFamily(userAgent) };
  await callFunction(db, 'note_browser_error', { report });
  return null;
}
