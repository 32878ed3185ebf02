import { readFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { olderStyles } from './older-styles.ts';

/** Builds scripts and styles for the oldest browsers in which the shop sells. */
export function olderBrowsers(): AstroIntegration {
  return {
    name: 'older-browsers',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            css: { postcss: { plugins: [olderStyles()] } },
            build: { cssTarget: browserFloor() },
            plugins: [
              {
                name: 'older-scripts',
                // Astro builds for the newest browsers whatever its configuration says; this hook runs last. The year stands for the floor:
                // by name, Chrome 90 would have optional chaining rewritten for a bug nobody meets. tests/netlify/pages.test.ts checks the result.
                configEnvironment(name, config) {
                  if (name === 'client' && config.build) config.build.target = 'es2021';
                },
              },
            ],
          },
        });
      },
    },
  };
}

/** What `browserslist` calls a browser, and what Vite calls it. */
const VITE_NAMES: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  safari: 'safari',
  ios_saf: 'ios',
  firefox: 'firefox',
};

/** `browserslist` of package.json (`chrome >= 90`) as Vite's targets: `['chrome90', …]`. @throws Error for a line it cannot read */
export function browserFloor(): string[] {
  const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] };
  return browserslist.map((line) => {
    const [, name = '', version] = /^(\w+) >= (\d+(?:\.\d+)?)$/.exec(line) ?? [];
    if (!VITE_NAMES[name]) throw new Error(`package.json, browserslist: cannot read “${line}”`);
    return `${VITE_NAMES[name]}${version}`;
  });
}
