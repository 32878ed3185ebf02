import { expect, test } from 'vitest';
import { validPhotoColors, withPhotoColor } from './use-photo-colors.ts';

const gold = { image: '/gold.webp', color: 'Gold' };
const silver = { image: '/silver.webp', color: 'Silver' };

test('a photo shows the colour chosen last, or none', () => {
  expect(withPhotoColor([gold, silver], '/gold.webp', 'Silver')).toEqual([silver, { image: '/gold.webp', color: 'Silver' }]);
  expect(withPhotoColor([gold, silver], '/gold.webp', '')).toEqual([silver]);
});

test('removing a photo or a colour removes its entry', () => {
  expect(validPhotoColors([gold, silver], ['/gold.webp'], ['Gold', 'Silver'])).toEqual([gold]);
  expect(validPhotoColors([gold, silver], ['/gold.webp', '/silver.webp'], ['Silver'])).toEqual([silver]);
});
