// What a shop of its own says before anybody changed its texts, read against what it sells and how it works.
import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { daysTo, formatDeliveryDays } from '#domain/places/delivery-days.ts';
import { fillIn, settingsForPages } from '#domain/settings/built-values.ts';
import type { Settings, TrueFigures } from '#domain/settings/contract.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { DEMO_SETTINGS } from '#domain/settings/demo.ts';
import { OPENING_TEXTS } from '#domain/settings/opening.ts';
import { shownPromises } from '#domain/settings/promises.ts';
import { faq } from '#features/contact/contact-content.ts';
import { BENEFITS } from '#features/home/home-content.ts';

/** A shop that has sold nothing yet. */
const NOTHING: TrueFigures = {
  customers: null,
  products: null,
  fiveStarReviews: null,
  averageRating: null,
  buyAgain: null,
  discount: null,
};

/** What nobody can say of a shop that they do not know. */
const UNKNOWN = [
  /\d\s*%/,
  /\d\s?k?\+/i,
  /24\s?\/\s?7|round the clock|day and night/i,
  /certified|guarantee/i,
  /gift box|in its box|pouch/i,
  /every week|every day new/i,
  /secure payment|100% protected/i,
];

/** Everything that pages say because of settings. */
function textsOf(settings: Settings): string[] {
  const { ANNOUNCEMENT, BANNER, DOOR, HOURS, CLAIMS } = settingsForPages(settings);
  const claims = Object.values(shownPromises(CLAIMS, NOTHING, HOURS)).map(({ figure = '', text }) => `${figure} ${text}`);
  const answers = faq('', false).flatMap(({ question, answer }) => [question, answer]);
  const benefits = BENEFITS.flatMap(({ title, text }) => [title, text]);
  return [ANNOUNCEMENT, ...BANNER, ...DOOR, ...claims, ...answers, ...benefits];
}

test('a shop of its own says nothing that nobody knows of it', () => {
  for (const text of textsOf(DEFAULT_SETTINGS)) for (const words of UNKNOWN) expect(text).not.toMatch(words);
});

test('the demo says what it is to say, so that such words are found', () => {
  const said = textsOf({ ...DEFAULT_SETTINGS, ...DEMO_SETTINGS }).join('\n');
  expect(said).toContain(fillIn('Free Delivery Above PKR {freeFrom} | Upto 20% Off', DEFAULT_SETTINGS.delivery));
  expect(UNKNOWN.filter((words) => words.test(said)).length).toBeGreaterThan(3);
});

test('each time of delivery is one that a zone has', () => {
  const zones = (['main', 'standard', 'remote'] as const).map((zone) => formatDeliveryDays(daysTo(zone)));
  const said = faq('', false).flatMap(({ answer }) => answer.match(/\d+–\d+ working days/g) ?? []);
  expect(said).toEqual(zones);
});

test('what is not taken back is named, as part of a set, too', () => {
  const [answer] = faq('Earrings (for hygiene)', false).filter(({ question }) => question.includes('return'));
  expect(answer?.answer).toContain('Earrings (for hygiene), also as part of a set.');
});

test.each(['after_paying', 'before_paying'] as const)('door, strip and answers agree when a parcel is opened %s', (opening) => {
  const door = { ...DEFAULT_SETTINGS.door, opening };
  const { BANNER, DOOR } = settingsForPages({ ...DEFAULT_SETTINGS, door });
  expect(DOOR).toContain(OPENING_TEXTS[opening].point);
  const others = [...BANNER, ...DOOR].filter((text) => text !== OPENING_TEXTS[opening].point && /\bopen/i.test(text));
  expect(others).toEqual(opening === 'before_paying' ? ['Open your parcel before you pay'] : []);
});

test('no page has such words of its own, beside what a claim says', async () => {
  const root = new URL('../src/', import.meta.url);
  const pages = ['pages', 'layouts/shop', 'features/home', 'features/product', 'features/contact'];
  const files = await Promise.all(
    pages.map(async (folder) => (await readdir(new URL(folder, root))).map((name) => `${folder}/${name}`)),
  );
  const said: string[] = [];
  for (const file of files.flat().filter((name) => /\.(astro|tsx)$/.test(name))) {
    const text = await readFile(new URL(file, root), 'utf8');
    for (const words of [
      /24\/7/,
      /certified jewel/i,
      /gift box/i,
      /\d+\+ (?:products|customers)/i,
      /up ?to \d+ ?%/i,
      /in its box/i,
    ])
      if (words.test(text)) said.push(`${file}: ${words}`);
  }
  expect(said).toEqual([]);
});
