import * as fc from 'fast-check';

export const DOINGS = [
  'place',
  'place with a code',
  'change the code',
  'edit',
  'add a piece',
  'drop a piece',
  'record advance',
  'refund',
  'give credit',
  'spend credit',
  'take back',
  'set status',
  'deliver',
  'undo a delivery',
  'make a parcel',
  'make a part of it a parcel',
  'move a parcel',
  'receive all',
  'receive a piece',
  'receive what was asked',
  'inspect',
  'lose a parcel',
  'delete',
  'restore',
  'merge twins',
  'cancel a twin',
  'correct the phone',
  'ask for money',
  'ask for another',
  'approve',
  'decline',
  'withdraw',
  'settle',
  'pay out a parcel',
  'undo a payout',
  'write off a parcel',
] as const;

/** One thing that somebody does. `at` and `choice` name an order, a product, a status …, counted round; `sum` is in paisa. */
export interface Step {
  does: (typeof DOINGS)[number];
  at: number;
  choice: number;
  pieces: number;
  sum: number;
}

const WEIGHTS: Partial<Record<Step['does'], number>> = {
  place: 3,
  'set status': 6,
  deliver: 8,
  'move a parcel': 8,
  'make a parcel': 8,
  'receive what was asked': 4,
  'ask for money': 3,
  'ask for another': 3,
  approve: 4,
  settle: 4,
  delete: 1,
  restore: 1,
  'lose a parcel': 3,
  'pay out a parcel': 6,
};

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.oneof(...DOINGS.map((does) => ({ weight: WEIGHTS[does] ?? 2, arbitrary: fc.constant(does) }))),
  at: fc.nat(11),
  choice: fc.nat(59),
  pieces: fc.integer({ min: 1, max: 3 }),
  sum: fc.oneof(fc.constantFrom(20, 10_000, 50_000, 99_950, 120_000), fc.integer({ min: 1, max: 400_000 })),
});

/** How far most orders go, of which a life begins with some. */
const USUAL = ['make a parcel', 'deliver', 'ask for money', 'approve', 'receive what was asked', 'settle'] as const;

/** Two orders, the beginning of what is usual, then anything. */
export const life: fc.Arbitrary<Step[]> = fc
  .tuple(fc.nat(USUAL.length), fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }))
  .map(([far, steps]) => {
    const first: Step = { does: 'place', at: 0, choice: 0, pieces: 2, sum: 1 };
    const usual = USUAL.slice(0, far).map((does, place): Step => ({ ...first, ...steps[place], at: 0, sum: 1, does }));
    return [first, { ...first, does: 'place with a code', pieces: 3 }, ...usual, ...steps];
  });
