import { expect, test } from 'vitest';
import type { Product } from '#domain/products/contract.ts';
import { catalogItem, itemForCard, itemsInColor } from './catalog-item.ts';

const COLORS = ['Gold', 'Silver', 'Rose Gold'];
const [MAIN, WORN, SILVER] = ['/ring.webp', '/ring-worn.webp', '/ring-silver.webp'];

function ring(changes: Partial<Product> = {}) {
  const photoColors = [
    { image: MAIN, color: 'Gold' },
    { image: WORN, color: 'Gold' },
    { image: SILVER, color: 'Silver' },
  ];
  const product = {
    images: [MAIN, WORN, SILVER],
    photoColors,
    wornImages: [WORN],
    category: 'rings',
    colors: COLORS,
    sizes: [],
    variants: [],
    ...changes,
  };
  return catalogItem(product as unknown as Product, new Map());
}

const shownIn = (colors: string[], item = ring()) => itemsInColor([item], colors).map(({ image }) => image);

test('who looks for a colour sees the photo of that colour, and the main one where there is none', () => {
  expect(shownIn([])).toEqual([MAIN]);
  expect(shownIn(['Silver'])).toEqual([SILVER]);
  expect(shownIn(['Gold'])).toEqual([MAIN]);
  expect(shownIn(['Rose Gold'])).toEqual([MAIN]);
});

test('of several colours the first that a piece comes in counts, and a piece without colours keeps its photo', () => {
  expect(shownIn(['Blue', 'Silver', 'Gold'])).toEqual([SILVER]);
  expect(shownIn(['Gold', 'Silver'])).toEqual([MAIN]);
  expect(shownIn(['Silver'], ring({ colors: [], photoColors: [] }))).toEqual([MAIN]);
});

test('only photos of colours that are not on the card anyway make the catalogue longer', () => {
  expect(ring().colorImages).toEqual({ Silver: SILVER });
  expect(ring({ images: [MAIN, WORN], photoColors: [{ image: WORN, color: 'Gold' }] })).toMatchObject({
    colorImages: { Gold: WORN },
  });
  expect(ring({ photoColors: [] })).not.toHaveProperty('colorImages');
});

test('a card has the first worn photo beside its main one, and none where another colour is shown', () => {
  expect(ring().wornImage).toBe(WORN);
  expect(ring({ wornImages: [MAIN] })).not.toHaveProperty('wornImage');
  expect(ring({ wornImages: [] })).not.toHaveProperty('wornImage');
  expect(itemsInColor([ring()], ['Silver'])[0]).not.toHaveProperty('wornImage');
  expect(itemsInColor([ring()], ['Gold'])[0]).toMatchObject({ wornImage: WORN });
});

test('what is added from a card knows its photo only where a colour can be chosen on the card', () => {
  expect(itemForCard(ring())).toMatchObject({ image: MAIN, colorImages: { Silver: SILVER } });
  expect(itemForCard(ring({ sizes: ['7'] }))).not.toHaveProperty('colorImages');
});
