/** What an error in a browser may say of itself. Both sides clean it: the browser, so that nothing else leaves it, and the server, because anybody can send. */

/** The first part of every page's address. */
const PAGES = new Set([
  'about',
  'admin',
  'categories',
  'category',
  'category-shell',
  'checkout',
  'confirm-address',
  'contact',
  'favorites',
  'forgot-password',
  'login',
  'no-category',
  'no-product',
  'offline',
  'order',
  'order-shell',
  'privacy',
  'product',
  'product-shell',
  'products',
  'profile',
  'reset-password',
  'shipping',
  'terms',
  'track',
]);

/** The kind of page of an address, without what names a record: `/product/*`, `/admin/orders/*`; `/*` for an address that is no page. */
export function pageKind(path: string): string {
  const [first = '', second = '', ...rest] = path.split('/').slice(1);
  if (!first) return '/';
  if (!PAGES.has(first)) return '/*';
  if (!second) return `/${first}`;
  const isScreen = first === 'admin' && /^[a-z-]{1,30}$/.test(second);
  if (!isScreen) return `/${first}/*`;
  return rest.length > 0 ? `/admin/${second}/*` : `/admin/${second}`;
}

/** The script and the line, in the stack of an error. */
export const SCRIPT_PLACE = /\/_astro\/[\w.@-]{1,100}\.js(:\d{1,6}){0,2}/;

const MAX_MESSAGE = 200;

/** What is taken out of a message, in this order, and what stands in its place. `$1` is kept. */
const VALUES: [RegExp, string][] = [
  // Names of properties are of the code; every other quoted text may be somebody's.
  [/\b(reading|setting|property|evaluating) ['"`‘“]([A-Za-z_$][\w$.]{0,40})['"`’”]/g, '$1 $2'],
  [/"[^"]*("|$)|`[^`]*(`|$)|[‘“«][^’”»]*([’”»]|$)/g, '"…"'],
  [/(^|[\s(,:=[])'[^']*('|$)/g, '$1"…"'],
  [/\S+@\S+/g, '[e-mail]'],
  [/\b[a-z][a-z+.-]*:\/\/\S+/gi, '[address]'],
  [/(^|[\s(])\/[^\s)]+/g, '$1[address]'],
  // Keys of orders, tokens.
  [/\b(?=[\w-]*\d)[\w-]{16,}/g, '[key]'],
  // React says its errors by number.
  [/(React error #\d{1,3}\b)|[+(]?\d[\d\s().,:/-]*\d|\d/g, '$1#'],
  [/(React error #\d+)#/g, '$1'],
  // Letters of other scripts are what people type.
  [/[^\x20-\x7e…]+/g, ' '],
  [/\s+/g, ' '],
];

/** A message of an error without what may be somebody's: quoted texts, numbers, e-mails, addresses, keys. */
export function withoutValues(message: string): string {
  const text = VALUES.reduce((cleaned, [value, instead]) => cleaned.replace(value, instead), message.slice(0, 1_000));
  return text.trim().slice(0, MAX_MESSAGE).trim() || 'Unknown error';
}
