import { findChromium, installChromium } from '#tests/setup/browsers/chromium.ts';
import { findProgram, isExecutable } from '#tests/setup/stack/find-program.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import { fetchOldChromium, OLD_CHROMIUM, runsOldChromium } from './old-chromium.ts';
import type { Browser } from './tab.ts';
import { startWebKit } from './webkit.ts';

/** Where Debian, Fedora and Arch keep the small browser of WebKitGTK. */
const MINI_BROWSERS = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec', '/usr/lib'].flatMap((folder) =>
  ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((version) => `${folder}/${version}/MiniBrowser`),
);

const findFirefox = () => findProgram('firefox-esr', 'firefox');

function findWebKit() {
  const driver = findProgram('WebKitWebDriver');
  const browser = MINI_BROWSERS.find(isExecutable);
  const screen = findProgram('Xvfb');
  return driver && browser && screen ? { driver, browser, screen } : undefined;
}

/** The browsers that the journeys are made in: today's of each kind, and the oldest one that everybody can buy with. */
export const BROWSERS: Browser[] = [
  {
    name: 'Chromium',
    missing: () => null,
    install: () => void installChromium(),
    start: (size) => startChromium(findChromium() ?? '', size),
  },
  {
    name: 'Firefox',
    missing: () => (findFirefox() ? null : 'not found (apt-get install firefox-esr)'),
    start: (size) => startFirefox(findFirefox() ?? '', size),
  },
  {
    name: 'WebKit',
    missing: () => (findWebKit() ? null : 'not found (apt-get install webkit2gtk-driver xvfb)'),
    async start(size) {
      const programs = findWebKit();
      if (!programs) throw new Error('WebKit is gone');
      return startWebKit(programs, size);
    },
  },
  {
    name: 'Chromium 90',
    missing: () => (runsOldChromium ? null : 'runs on Linux (x86-64) only'),
    install: fetchOldChromium,
    start: (size) => startChromium(OLD_CHROMIUM, size),
  },
];
