import type { Category } from '#domain/categories/contract.ts';

type Ordered = Pick<Category, 'id' | 'order'>;

/** Renumbers sorted categories with the `order` numbers they already have; ties are told apart. */
export function renumbered<Item extends Ordered>(sorted: Item[]): Item[] {
  const numbers = sorted.map(({ order }) => order).sort((one, other) => one - other);
  let last = -1;
  return sorted.map((category, index) => {
    last = Math.max(numbers[index] ?? 0, last + 1);
    return { ...category, order: last };
  });
}

/** Only the numbers that change, so that two people sorting different ends of the list do not overwrite each other. */
export function changedOrders(sorted: Ordered[]): Ordered[] {
  return renumbered(sorted)
    .filter(({ order }, index) => order !== sorted[index]?.order)
    .map(({ id, order }) => ({ id, order }));
}
