import type { Category } from '#shared/schemas/categories.ts';

type Placed = Pick<Category, 'id' | 'order'>;

/** Categories that stand in a new order, each with the place that goes with it. They share the places they had, apart from ties. */
export function withPlaces<Kind extends Placed>(sorted: Kind[]): Kind[] {
  const free = sorted.map(({ order }) => order).sort((one, other) => one - other);
  let last = -1;
  return sorted.map((category, index) => {
    last = Math.max(free[index] ?? 0, last + 1);
    return { ...category, order: last };
  });
}

/** The places that must change for categories to stand in a new order: two people who sort different ends of the list do not meet. */
export function changedPlaces(sorted: Placed[]): Placed[] {
  return withPlaces(sorted)
    .filter(({ order }, index) => order !== sorted[index]?.order)
    .map(({ id, order }) => ({ id, order }));
}
