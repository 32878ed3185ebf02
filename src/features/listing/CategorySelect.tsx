import { categoryLabel } from '#features/product-cards/category-names.ts';
import type { ListingChoices } from './choices.ts';

interface Props {
  chosen: string;
  offered: ListingChoices['categories'];
  /** How many products are listed with a category, shown if given. */
  countOf?: ((slug: string) => number) | undefined;
  onChoose(category: string): void;
}

export function CategorySelect({ chosen, offered, countOf, onChoose }: Props) {
  const isOffered = !chosen || offered.some(({ slug }) => slug === chosen);
  const known = isOffered ? offered : [{ slug: chosen, name: categoryLabel(chosen) }, ...offered];
  return (
    <select
      aria-label="Category"
      className="field text-ellipsis"
      value={chosen}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">All Categories</option>
      {known.map(({ slug, name }) => {
        const count = countOf?.(slug);
        return (
          <option key={slug} value={slug} disabled={count === 0 && slug !== chosen}>
            {count === undefined ? name : `${name} (${count})`}
          </option>
        );
      })}
    </select>
  );
}
