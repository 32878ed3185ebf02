import * as fc from 'fast-check';
import { MEANINGS } from '#domain/couriers/parcel-status.ts';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { RETURN_KINDS, RETURN_OUTCOMES } from '#domain/returns/choices.ts';
import { DISPOSITIONS } from '#domain/returns/dispositions.ts';
import { SHIPMENT_STATUSES } from '#domain/shipments/status.ts';

/** One kind of attempt is enough: why nobody took a parcel moves no piece. */
export const TOLD = MEANINGS.filter((meaning) => !meaning.startsWith('attempted') || meaning === 'attempted:refused');

const ON_THE_WAY = ['picked', 'in_transit', 'out_for_delivery'] as const;

/** One thing that somebody does. Orders, their lines and parcels, and requests are named by their place, counted round. */
export interface Step {
  does: string;
  order: number;
  line: number;
  to: string;
  pieces: number;
  /** The day that the courier names; null: it does not tell. */
  day: number | null;
  /** Which piece is wanted instead; 0: the same. */
  wanted: number;
  sendsFirst: boolean;
  keeps: boolean;
  isSentTwice: boolean;
}

const STILL: Step = {
  does: '',
  order: 0,
  line: 0,
  to: '',
  pieces: 1,
  day: null,
  wanted: 0,
  sendsFirst: false,
  keeps: false,
  isSentTwice: false,
};

const some = fc.nat({ max: 11 });

const doing = (weight: number, does: string, more: { [Name in keyof Step]?: fc.Arbitrary<Step[Name]> }) => ({
  weight,
  arbitrary: fc.record({ order: some, ...more }).map((step): Step => ({ ...STILL, ...step, does })),
});

const isSentTwice = fc.boolean();

export const step: fc.Arbitrary<Step> = fc.oneof(
  doing(10, 'receive', {
    line: some,
    pieces: fc.integer({ min: 1, max: 3 }),
    to: fc.constantFrom(...DISPOSITIONS, 'restocked', 'restocked'),
    isSentTwice,
  }),
  doing(3, 'inspect', { line: some, to: fc.constantFrom('restocked', 'damaged') }),
  doing(5, 'set order', { to: fc.constantFrom(...ORDER_STATUSES, 'cancelled', 'delivered', 'delivered') }),
  doing(5, 'set parcel', { line: some, to: fc.constantFrom(...SHIPMENT_STATUSES, 'in_transit', 'out_for_delivery') }),
  doing(2, 'send again', {}),
  doing(11, 'courier says', {
    line: some,
    // More of those that can be overtaken, by staff or by another word.
    to: fc.constantFrom(...TOLD, ...ON_THE_WAY, ...ON_THE_WAY),
    // Not in the order in which it is told.
    day: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 8 }),
    isSentTwice,
  }),
  // The outcome follows from the kind that is asked, but for a claim.
  doing(9, 'ask', {
    line: some,
    to: fc.constantFrom(...RETURN_KINDS, 'exchange'),
    pieces: fc.integer({ min: 1, max: 2 }),
    wanted: some,
    isSentTwice,
  }),
  doing(8, 'approve', {
    line: some,
    to: fc.constantFrom(...RETURN_OUTCOMES),
    sendsFirst: fc.boolean(),
    keeps: fc.boolean(),
    isSentTwice,
  }),
  doing(7, 'settle', { line: some, isSentTwice }),
  doing(3, 'decline', { line: some, isSentTwice }),
  doing(2, 'withdraw', { line: some, isSentTwice }),
);

const exchange: Partial<Step>[] = [
  { does: 'ask', order: 2, to: 'exchange', wanted: 1 },
  { does: 'approve', order: 1 },
  { does: 'receive', order: 2, to: 'restocked' },
];

/** Lives that luck seldom leads. An exchange for a cheaper piece leaves something to pay, and its order is the fifth one. */
export const RARE: Step[][] = [
  [...exchange, { does: 'settle', isSentTwice: true }, { does: 'set order', order: 4, to: 'cancelled' }],
  [...exchange, { does: 'set order', order: 4, to: 'cancelled' }, { does: 'decline' }, { does: 'settle' }],
  // The courier tells late what staff have seen overtaken.
  [
    { does: 'set parcel', to: 'out_for_delivery' },
    { does: 'courier says', to: 'in_transit', day: 3 },
  ],
].map((steps) => steps.map((step) => ({ ...STILL, ...step }) as Step));
