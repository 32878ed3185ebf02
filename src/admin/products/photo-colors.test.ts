import { expect, test } from 'vitest';
import { fittingPhotoColors, withPhotoColor } from './photo-colors.ts';

const gold = { image: '/gold.webp', color: 'Gold' };
const silver = { image: '/silver.webp', color: 'Silver' };

test('a photo shows the colour chosen last, or none', () => {
  expect(withPhotoColor([gold, silver], '/gold.webp', 'Silver')).toEqual([silver, { image: '/gold.webp', color: 'Silver' }]);
  expect(withPhotoColor([gold, silver], '/gold.webp', '')).toEqual([silver]);
});

test('a photo or a colour that is taken out takes its entry along', () => {
  expect(fittingPhotoColors([gold, silver], ['/gold.webp'], ['Gold', 'Silver'])).toEqual([gold]);
  expect(fittingPhotoColors([gold, silver], ['/gold.webp', '/silver.webp'], ['Silver'])).toEqual([silver]);
});
