import { expect, test } from 'vitest';
import * as z from 'zod';
import { hiddenName, hiddenPhone, hiddenSum } from '#domain/rights/hidden.ts';
import { masked } from './masking.ts';

const parcel = z.object({ number: z.string(), name: hiddenName(z.string()), phone: hiddenPhone(z.string()).nullable() });
const order = z.object({
  id: z.string(),
  total: hiddenSum(z.coerce.number()),
  paid: hiddenSum(
    z
      .object({ due: z.number() })
      .nullable()
      .transform((sums) => sums ?? undefined)
      .optional(),
  ),
  parcels: z.array(parcel),
  last: parcel.nullable().default(null),
});
const ORDER = {
  id: '1',
  total: 2450,
  paid: { due: 500 },
  parcels: [{ number: 'SHP-1', name: 'Ayesha Khan', phone: '+923001234567' }],
  last: { number: 'SHP-2', name: '', phone: null },
};

test('hides what each right is for, wherever it stands, and leaves the answer as it was', () => {
  const before = structuredClone(ORDER);
  expect(masked(z.array(order), [ORDER], ['see_names'])).toEqual([
    {
      id: '1',
      total: null,
      paid: null,
      parcels: [{ number: 'SHP-1', name: 'Ayesha Khan', phone: '+92300•••••67' }],
      last: { number: 'SHP-2', name: '', phone: null },
    },
  ]);
  expect(masked(order, ORDER, ['see_sums'])).toMatchObject({ total: 2450, parcels: [{ name: '•••' }] });
  expect(ORDER).toEqual(before);
});

test('shows all to whoever has every right, and what hides nothing is passed on as it is', () => {
  expect(masked(order, ORDER, ['see_names', 'see_contacts', 'see_sums'])).toEqual(ORDER);
  const plain = { number: 1 };
  expect(masked(z.object({ number: z.number() }), plain, [])).toBe(plain);
});
