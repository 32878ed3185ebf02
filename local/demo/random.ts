/** Numbers that look random and are the same in every run (mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c). */
export interface Random {
  /** From 0 to below 1. */
  fraction(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** Whether something happens that does so in this share of all cases. */
  happens(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** An item, each as often as its weight says. */
  pickWeighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): Item;
}

export function seededRandom(seed: number): Random {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pickWeighted = <Item>(items: readonly Item[], weightOf: (item: Item) => number): Item => {
    let left = fraction() * items.reduce((sum, item) => sum + weightOf(item), 0);
    const found = items.find((item) => {
      left -= weightOf(item);
      return left < 0;
    });
    const picked = found ?? items.at(-1);
    if (picked === undefined) throw new Error('There is nothing to pick from.');
    return picked;
  };
  return {
    fraction,
    between: (least, most) => least + Math.floor(fraction() * (most - least + 1)),
    happens: (share) => fraction() < share,
    pick: (items) => pickWeighted(items, () => 1),
    pickWeighted,
  };
}
