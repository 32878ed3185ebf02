import { expect, test } from 'vitest';
import { settings, type TrueFigures } from './contract.ts';
import { DEFAULT_SETTINGS } from './defaults.ts';
import { DEMO_SETTINGS } from './demo.ts';
import { shownPromises } from './promises.ts';

const HOURS = ['Mon-Fri'];
const NOTHING: TrueFigures = {
  customers: null,
  products: null,
  fiveStarReviews: null,
  averageRating: null,
  buyAgain: null,
  discount: null,
};
const BUSY: TrueFigures = {
  customers: 12_000,
  products: 340,
  fiveStarReviews: 1_200,
  averageRating: 4.7,
  buyAgain: 38,
  discount: 30,
};

test('a new shop promises nothing until it has something to count, and then what it counted', () => {
  expect(shownPromises(DEFAULT_SETTINGS.claims, NOTHING, HOURS)).toEqual({});
  expect(shownPromises(DEFAULT_SETTINGS.claims, BUSY, HOURS)).toEqual({
    customers: { figure: '12k+', text: 'Happy customers' },
    averageRating: { figure: '4.7/5', text: 'Average rating' },
    buyAgain: { figure: '38%', text: 'Bought again' },
    fiveStarReviews: { figure: '1,200+', text: 'Five-star reviews' },
    megaSale: { text: 'Sale: up to 30% off' },
    aboutCustomers: { text: '12k+ customers' },
    aboutProducts: { text: '340+ products' },
  });
});

test('what is written is shown as it is, whatever was counted', () => {
  for (const figures of [NOTHING, BUSY]) {
    const shown = shownPromises(DEMO_SETTINGS.claims, figures, HOURS);
    expect([shown.customers?.figure, shown.megaSale?.text, shown.support?.figure]).toEqual([
      '10k+',
      'Mega Sale: up to 50% off',
      '24/7',
    ]);
  }
});

test('support round the clock is not promised beside stated hours, unless it is wanted so', () => {
  const support = { isShown: true, besideHours: false, figure: '24/7', text: 'Support' };
  const shown = (changes: object, hours: string[]) =>
    shownPromises({ ...DEFAULT_SETTINGS.claims, support: { ...support, ...changes } }, NOTHING, hours).support?.figure;
  expect(shown({}, HOURS)).toBeUndefined();
  expect(shown({}, [])).toBe('24/7');
  expect(shown({ besideHours: true }, HOURS)).toBe('24/7');
  expect(shown({ figure: '7 days' }, HOURS)).toBe('7 days');
});

test('a promise that is off is not shown, and a text of a counted promise needs a place for its number', () => {
  const claims = { ...DEFAULT_SETTINGS.claims, customers: { ...DEFAULT_SETTINGS.claims.customers, isShown: false } };
  expect(shownPromises(claims, BUSY, HOURS).customers).toBeUndefined();
  const megaSale = { isShown: true, whenTrue: true, text: 'A sale' };
  const { error } = settings.safeParse({ ...DEFAULT_SETTINGS, claims: { ...DEFAULT_SETTINGS.claims, megaSale } });
  expect(error?.issues[0]).toMatchObject({
    path: ['claims', 'megaSale', 'text'],
    message: 'Write a number where the counted one belongs',
  });
});
