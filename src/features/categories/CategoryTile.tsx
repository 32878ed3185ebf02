import { Icon } from '#components/Icon.tsx';
import { photo } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import type { CategoryCard } from './categories.ts';

/** A category in the grid. */
export function CategoryTile({ name, slug, image, description, count, eager }: CategoryCard & { eager: boolean }) {
  return (
    <a href={`/category/${slug}`} className="group block">
      <div className="overflow-hidden rounded-sm bg-cream">
        <CategoryPhoto
          image={image}
          eager={eager}
          sizes="(min-width: 84rem) 26rem, (min-width: 48rem) 31vw, 46vw"
          className="group-hover:scale-[1.03]"
        />
      </div>
      <p className="mt-3 font-serif text-2xl leading-tight break-words">{name}</p>
      <p className="text-sm text-muted">{`${count} ${count === 1 ? 'item' : 'items'}`}</p>
      {description && <p className="mt-1 text-sm break-words text-ink-soft">{description}</p>}
    </a>
  );
}

/** A category in the list. */
export function CategoryRow({ name, slug, image, description, count }: CategoryCard) {
  return (
    <a href={`/category/${slug}`} className="flex items-center gap-5 border-b border-line pb-4">
      <div className="w-24 shrink-0 overflow-hidden rounded-sm bg-cream">
        <CategoryPhoto image={image} eager={false} sizes="6rem" className="" />
      </div>
      <div className="min-w-0 grow">
        <p className="font-serif text-2xl break-words">{name}</p>
        <p className="text-sm text-muted">{`${count} premium items available`}</p>
        {description && <p className="mt-1 text-sm break-words text-ink-soft">{description}</p>}
      </div>
      <Icon name="chevron-right" className="size-5 shrink-0 text-muted" />
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
