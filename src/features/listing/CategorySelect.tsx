import { categoryLabel } from '#features/product-cards/category-names.ts';
import type { ListingChoices } from './choices.ts';

interface Props {
  chosen: string;
  offered: ListingChoices['categories'];
  /** Products of each category, shown if given. */
  counts?: Map<string, number> | undefined;
  onChoose(category: string): void;
}

export function CategorySelect({ chosen, offered, counts, onChoose }: Props) {
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
        const count = counts && (counts.get(slug) ?? 0);
        return (
          <option key={slug} value={slug} disabled={count === 0 && slug !== chosen}>
            {count === undefined ? name : `${name} (${count})`}
          </option>
        );
      })}
    </select>
  );
}
