import { useState } from 'react';
import { PHOTO_FALLBACK, photo } from '#components/site/photo.ts';
import { Icon } from '#components/ui/Icon.tsx';
import { browseCategories, type CategoryCard, type CategorySort } from './categories.ts';
import { ViewToggle } from './ViewToggle.tsx';

interface Props {
  categories: CategoryCard[];
}

/** Every category, to search, sort and look at in two ways. */
export function CategoryBrowser({ categories }: Props) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<CategorySort>('name');
  const [view, setView] = useState<'grid' | 'list'>('grid');
  const shown = browseCategories(categories, search, sort);
  const isList = view === 'list';

  return (
    <>
      <div className="mb-4 grid gap-3 border-y border-line py-4 sm:grid-cols-[1fr_13rem]">
        <div className="relative">
          <Icon name="search" className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted" />
          <input
            type="search"
            aria-label="Search categories"
            placeholder="Search categories..."
            className="field pl-11"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <select
          aria-label="Sort"
          className="field"
          value={sort}
          onChange={(event) => setSort(event.target.value as CategorySort)}
        >
          <option value="name">Sort by Name</option>
          <option value="items">Sort by Items</option>
        </select>
      </div>
      <div className="mb-4 flex items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted">
          {`Showing ${shown.length} of ${categories.length} ${categories.length === 1 ? 'category' : 'categories'}`}
        </p>
        <ViewToggle view={view} onView={setView} />
      </div>
      {shown.length === 0 && <p className="py-20 text-center text-lg text-ink-soft">No categories found</p>}
      <ul className={`rise-slow grid gap-4 lg:gap-6 ${isList ? '' : 'grid-cols-2 gap-y-8 md:grid-cols-3'}`}>
        {shown.map((category, place) => (
          <li key={category.slug}>{isList ? <Row {...category} /> : <Tile {...category} eager={place < 4} />}</li>
        ))}
      </ul>
    </>
  );
}

function Tile({ name, slug, image, count, eager }: CategoryCard & { eager: boolean }) {
  return (
    <a href={`/category/${slug}`} className="group block">
      <div className="overflow-hidden rounded-sm bg-cream">
        <CategoryPhoto
          image={image}
          eager={eager}
          sizes="(min-width: 84rem) 26rem, (min-width: 48rem) 31vw, 46vw"
          className="group-hover:scale-[1.04]"
        />
      </div>
      <p className="mt-3 font-serif text-2xl leading-tight">{name}</p>
      <p className="text-sm text-muted">{`${count} ${count === 1 ? 'item' : 'items'}`}</p>
    </a>
  );
}

function Row({ name, slug, image, count }: CategoryCard) {
  return (
    <a href={`/category/${slug}`} className="flex items-center gap-5 border-b border-line pb-4">
      <div className="w-24 shrink-0 overflow-hidden rounded-sm bg-cream">
        <CategoryPhoto image={image} eager={false} sizes="6rem" className="" />
      </div>
      <div className="grow">
        <p className="font-serif text-2xl">{name}</p>
        <p className="text-sm text-muted">{`${count} premium items available`}</p>
      </div>
      <Icon name="chevron-right" className="size-5 text-muted" />
    </a>
  );
}

function CategoryPhoto({ image, eager, sizes, className }: { image: string; eager: boolean; sizes: string; className: string }) {
  const { srcSet, ...source } = photo(image, { widths: [200, 320, 480, 640, 800], sizes });
  return (
    <img
      {...source}
      {...(srcSet && { srcSet })}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      data-fallback={PHOTO_FALLBACK}
      className={`aspect-square w-full object-cover transition-transform duration-700 ease-calm ${className}`}
    />
  );
}
