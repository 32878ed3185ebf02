import { useState } from 'react';
import { BrowseBar } from '#components/BrowseBar.tsx';
import { LoadFailure } from '#components/LoadFailure.tsx';
import { CategoryRow, CategoryTile } from './CategoryTile.tsx';
import { browseCategories, type CategoryCard, type CategorySort } from './categories.ts';
import { useCategories } from './use-categories.ts';

const SORTS: Record<CategorySort, string> = { name: 'Sort by Name', items: 'Sort by Items' };
const EAGER_PHOTOS = 4;

/** All categories, with search, sorting, and a grid or list view. */
export function CategoryBrowser({ categories: prebuilt }: { categories: CategoryCard[] }) {
  const { categories, failed, retry } = useCategories(prebuilt);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<CategorySort>('name');
  const [view, setView] = useState<'grid' | 'list'>('grid');
  const shown = browseCategories(categories, search, sort);
  const isList = view === 'list';

  return (
    <>
      <BrowseBar
        what="categories"
        search={search}
        onSearch={setSearch}
        sorts={SORTS}
        sort={sort}
        onSort={setSort}
        view={view}
        onView={setView}
      >
        {`Showing ${shown.length} of ${categories.length} ${categories.length === 1 ? 'category' : 'categories'}`}
      </BrowseBar>
      {failed && (
        <LoadFailure onRetry={retry}>
          <b className="block font-medium">Failed to load categories</b>
          These are from our last update; the counts may have changed.
        </LoadFailure>
      )}
      {shown.length === 0 && <p className="py-20 text-center text-lg text-ink-soft">No categories found</p>}
      <ul className={`rise-slow grid gap-4 lg:gap-6 ${isList ? '' : 'grid-cols-2 gap-y-8 md:grid-cols-3'}`}>
        {shown.map((category, index) => (
          <li key={category.slug}>
            {isList ? <CategoryRow {...category} /> : <CategoryTile {...category} eager={index < EAGER_PHOTOS} />}
          </li>
        ))}
      </ul>
    </>
  );
}
