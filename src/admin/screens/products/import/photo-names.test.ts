import { expect, test } from 'vitest';
import type { PhotoTarget } from '#domain/catalog/contract.ts';
import { matchPhotos } from './photo-names.ts';

const target = (sku: string) => ({ sku, productId: sku }) as PhotoTarget;
const match = (names: string[], skus: string[]) => {
  const { matched, unmatched } = matchPhotos(
    names.map((name) => new File([], name)),
    skus.map(target),
  );
  return [matched.map(({ file, target: { sku }, place }) => [file.name, sku, place]), unmatched.map(({ name }) => name)];
};

test('photos find their SKU, whatever the case and the ending, and are sorted by their number', () => {
  expect(
    match(['bng-0042-26-gld-10.JPG', 'BNG-0042-26-GLD-2.webp', 'BNG-0042-26-GLD.jpeg', 'IMG_2041.jpg'], ['BNG-0042-26-GLD']),
  ).toEqual([
    [
      ['BNG-0042-26-GLD.jpeg', 'BNG-0042-26-GLD', 1],
      ['BNG-0042-26-GLD-2.webp', 'BNG-0042-26-GLD', 2],
      ['bng-0042-26-gld-10.JPG', 'BNG-0042-26-GLD', 10],
    ],
    ['IMG_2041.jpg'],
  ]);
});

test('a SKU that ends with a number is not taken for the second photo of another', () => {
  expect(match(['RNG-0007-2.jpg', 'RNG-0007-2-3.jpg', 'RNG-0007 (4).jpg'], ['RNG-0007', 'RNG-0007-2'])).toEqual([
    [
      ['RNG-0007 (4).jpg', 'RNG-0007', 4],
      ['RNG-0007-2.jpg', 'RNG-0007-2', 1],
      ['RNG-0007-2-3.jpg', 'RNG-0007-2', 3],
    ],
    [],
  ]);
});

test('of two photos with one name the first is taken, and the other is told', () => {
  const [first, second] = [new File(['1'], 'RNG-0007.jpg'), new File(['2'], 'rng-0007.JPG')];
  const { matched, unmatched, repeated } = matchPhotos([first, second], [target('RNG-0007')]);
  expect([matched.map(({ file }) => file), unmatched, repeated]).toEqual([[first], [], [second]]);
});
