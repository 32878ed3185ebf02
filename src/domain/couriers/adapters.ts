/** Ways to a courier: by its API, or by files for its portal, which works with any and without an account. */
export const ADAPTERS = ['generic', 'postex', 'leopards', 'trax', 'tcs'] as const;

export type Adapter = (typeof ADAPTERS)[number];

interface About {
  name: string;
  /** Where its portal has what parcels are picked up by. */
  pickupHint: string;
}

/** What staff read of each. What only the server knows of a courier stands in src/server/couriers/adapters. */
export const ABOUT_ADAPTERS: Record<Adapter, About> = {
  generic: { name: 'Files for its portal', pickupHint: '' },
  postex: { name: 'PostEx', pickupHint: 'The code of a pickup address in its portal. Empty: its default' },
  leopards: { name: 'Leopards', pickupHint: 'The number of the city that parcels start from. Empty: that of the account' },
  trax: { name: 'Trax', pickupHint: 'The number of a pickup address in its portal' },
  tcs: { name: 'TCS', pickupHint: 'The code of a cost centre in its portal' },
};

/** Couriers that are also reached by their API, by name. */
export const NAMES_WITH_API = ADAPTERS.filter((adapter) => adapter !== 'generic').map((adapter) => ABOUT_ADAPTERS[adapter].name);
