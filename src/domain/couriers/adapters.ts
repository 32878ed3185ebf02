/** Ways to a courier: by its API, or by files for its portal, which works with any and without an account. */
export const ADAPTERS = ['generic', 'postex', 'leopards', 'trax', 'tcs'] as const;

export type Adapter = (typeof ADAPTERS)[number];

export const ADAPTER_NAMES: Record<Adapter, string> = {
  generic: 'Files for its portal',
  postex: 'PostEx',
  leopards: 'Leopards',
  trax: 'Trax',
  tcs: 'TCS',
};
