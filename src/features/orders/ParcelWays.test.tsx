import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';
import ParcelWays from './ParcelWays.tsx';

const shown = (...ways: object[][]) =>
  renderToStaticMarkup(
    <ParcelWays
      parcels={ways.map((steps, n) => ({ shipmentNumber: `SHP-${n}`, steps })) as NonNullable<TrackedOrder['parcels']>}
    />,
  );

test('a parcel’s steps are in our words and on the clock of Pakistan, the last one marked', () => {
  const markup = shown([
    { step: 'out_for_delivery', at: '2026-11-26T04:05:00Z' },
    { step: 'attempted', reason: 'not_available', at: '2026-11-26T11:00:00Z' },
  ]);
  expect(markup.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')).toBe(
    '|Your parcel, step by step|Thu 26 Nov, 9:05 am|Out for delivery|Thu 26 Nov, 4:00 pm|The rider could not hand it over. The rider says that nobody was there.|',
  );
  expect(markup.match(/aria-current="step"/g)).toHaveLength(1);
});

test('of several parcels each is named', () => {
  const step = { step: 'booked', at: '2026-11-26T04:05:00Z' };
  for (const text of ['Your parcels, step by step', '>SHP-0</h3>', '>SHP-1</h3>']) expect(shown([step], [step])).toContain(text);
});

test('whatever else comes with a step is not drawn', () => {
  const canary = 'CANARY Rashid 03009998877';
  const fields = { reason: canary, label: canary, code: canary, station: canary, rider: canary };
  expect(shown([{ step: 'attempted', at: '2026-11-26T11:00:00Z', ...fields }])).not.toContain('CANARY');
});
