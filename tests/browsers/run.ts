/**
 * `npm run test:browsers`: the shop's journeys in Chromium, Firefox, WebKit and the oldest Chromium that everybody can buy with.
 * Takes the name of a browser or a journey. What installs by itself always runs: where it cannot be had, that is a failure. Firefox and WebKit are the
 * system's; the report names those that are not here.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from '#local/settings.ts';
import startBrowserShop from '#tests/setup/browsers/browser-shop.ts';
import { readAccess } from '#tests/setup/browsers/shop-access.ts';
import { BROWSERS } from './browsers.ts';
import { JOURNEYS, type Journey } from './journeys.ts';
import { personAt } from './person.ts';
import { officeOf, type ShopOffice } from './shop-office.ts';
import type { Browser } from './tab.ts';

/** As many browsers at once as a small machine has processors. */
const AT_ONCE = 2;
/** What a browser that answers nothing any more is given, in ms. */
const TIMEOUT_MS = 240_000;
const RESULTS = join(ROOT, 'test-results');

interface Outcome {
  browser: string;
  journey: string;
  seconds: number;
  /** What went wrong; empty when nothing did. */
  problems: string[];
}

const [filter = ''] = process.argv.slice(2);
const isNamed = (name: string) => name.toLowerCase().includes(filter.toLowerCase());
const namedBrowsers = BROWSERS.filter(({ name }) => isNamed(name));
const namedJourneys = JOURNEYS.filter(({ name }) => isNamed(name));
if (namedBrowsers.length + namedJourneys.length === 0) {
  console.error(`No browser or journey is called "${filter}".`);
  process.exit(1);
}
// A browser's name leaves all journeys, a journey's name all browsers.
const browsers = namedBrowsers.length > 0 ? namedBrowsers : BROWSERS;
const journeys = namedJourneys.length > 0 ? namedJourneys : JOURNEYS;

// Before the first journey, which would wait meanwhile.
const troubles = new Map(browsers.map((browser) => [browser, troubleWith(browser)]));
await mkdir(join(RESULTS, 'browsers'), { recursive: true });
const stopShop = await startBrowserShop();
const outcomes: Outcome[] = [];
try {
  const access = await readAccess();
  const queue = browsers.filter((browser) => !browser.missing());
  const work = async () => {
    for (let browser = queue.shift(); browser; browser = queue.shift()) {
      const trouble = troubles.get(browser);
      for (const journey of journeys)
        outcomes.push(
          trouble
            ? { browser: browser.name, journey: journey.name, seconds: 0, problems: [trouble] }
            : await make(journey, browser, access.url, officeOf(access)),
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
  await stopShop();
}
await report();
process.exit(outcomes.some(({ problems }) => problems.length) ? 1 : 0);

/** Installs a browser that installs by itself. Returns why it cannot be had. */
function troubleWith({ install }: Browser): string | undefined {
  try {
    install?.();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** Makes one journey in a browser of its own. A page that complains on the console has failed, too. */
async function make(journey: Journey, browser: Browser, shop: string, office: ShopOffice): Promise<Outcome> {
  const started = performance.now();
  const problems = await Promise.race([
    attempt(journey, browser, shop, office).catch((error: unknown) => [messageOf(error)]),
    pause(TIMEOUT_MS, ['The browser answered nothing any more'], { ref: false }),
  ]);
  return { browser: browser.name, journey: journey.name, seconds: (performance.now() - started) / 1000, problems };
}

async function attempt(journey: Journey, browser: Browser, shop: string, office: ShopOffice): Promise<string[]> {
  const problems: string[] = [];
  const tab = await browser.start(journey.size);
  try {
    const person = personAt(tab, shop);
    await journey.go(person, office);
    await person.seesNo({ is: '#error-notice' });
  } catch (error) {
    problems.push(messageOf(error));
    const picture = join(RESULTS, 'browsers', `${browser.name}-${journey.name}.png`.toLowerCase().replaceAll(' ', '-'));
    await tab.picture().then((png) => writeFile(picture, png));
  }
  problems.push(...(await tab.errors()).map((text) => `On the console: ${text}`));
  await tab.close();
  return problems;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Prints browsers × journeys, then what went wrong, and leaves both for whoever counts. */
async function report(): Promise<void> {
  const columns = journeys.map(({ name }) => name.padStart(10));
  console.log(`\n${''.padEnd(14)}${columns.join('')}`);
  for (const { name, missing } of browsers) {
    const cells = journeys.map((journey) => {
      const outcome = outcomes.find((one) => one.browser === name && one.journey === journey.name);
      return (outcome?.problems.length ? 'FAILED' : `${outcome?.seconds.toFixed(1)} s`).padStart(10);
    });
    console.log(`${name.padEnd(14)}${missing() ? `  ${missing()}` : cells.join('')}`);
  }
  const failed = outcomes.filter(({ problems }) => problems.length);
  for (const { browser, journey, problems } of failed) console.log(`\n${browser}, ${journey}:\n  ${problems.join('\n  ')}`);
  if (failed.length) console.log('\nPictures are in test-results/browsers.');
  const notHere = browsers.filter(({ missing }) => missing()).map(({ name, missing }) => `${name}: ${missing()}`);
  console.log(
    `\n${outcomes.length - failed.length} passed, ${failed.length} failed${notHere.length ? `, not here: ${notHere.length}` : ''}`,
  );
  const results = { passed: outcomes.length - failed.length, failed: failed.length, notHere, outcomes };
  await writeFile(join(RESULTS, 'browsers.json'), JSON.stringify(results, null, 2));
}
