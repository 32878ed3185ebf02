import { readFileSync } from 'node:fs';

/** What `browserslist` calls a browser, and what Vite calls it. */
const VITE_NAMES: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  safari: 'safari',
  ios_saf: 'ios',
  firefox: 'firefox',
};

/**
 * The oldest browsers in which the shop sells, as Vite's targets: `['chrome90', …]`. Scripts and styles are built for them. They stand in
 * package.json (`browserslist`), one line a browser: `chrome >= 90`. Read by the build only.
 */
export function browserFloor(): string[] {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] };
  return browserslist.map((line) => {
    const [, name = '', version] = /^(\w+) >= (\d+(?:\.\d+)?)$/.exec(line) ?? [];
    if (!VITE_NAMES[name]) throw new Error(`package.json, browserslist: cannot read “${line}”`);
    return `${VITE_NAMES[name]}${version}`;
  });
}
