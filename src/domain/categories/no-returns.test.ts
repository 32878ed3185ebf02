import { expect, test } from 'vitest';
import { notTakenBack } from './no-returns.ts';

test('categories that are not taken back are named with the reason, and no others', () => {
  const rings = { name: 'Rings', noReturnReason: '' };
  const others = [
    { name: 'Earrings', noReturnReason: 'for hygiene' },
    { name: 'Cosmetics', noReturnReason: 'once opened' },
  ];
  expect(notTakenBack([rings])).toBe('');
  expect(notTakenBack([others[0], rings, others[1]].filter((one) => one !== undefined))).toBe(
    'Earrings (for hygiene), Cosmetics (once opened)',
  );
});
