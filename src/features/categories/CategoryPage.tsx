import { Medallion } from '#components/Medallion.tsx';
import { photo } from '#components/photo.ts';
import { PHOTO_FALLBACK } from '#components/photo-placeholder.ts';
import type { SubKind } from '#domain/shelves/sub-kinds.ts';

interface HeadProps {
  name: string;
  slug: string;
  count: number;
  image?: string | null | undefined;
  /** One sentence; may be empty. */
  description?: string | undefined;
  kinds: SubKind[];
}

/** The heading of a category's page: what it is, and the kinds that it has. */
export function CategoryHead({ name, slug, count, image, description, kinds }: HeadProps) {
  const { srcSet, ...picture } = photo(image, { widths: [112, 168, 240, 320], sizes: '(min-width: 64rem) 7rem, 5rem' });
  return (
    <header className="pt-4 pb-8">
      <div className="flex items-center gap-4 md:justify-center lg:gap-6">
        {image && (
          <img
            {...picture}
            {...(srcSet && { srcSet })}
            alt=""
            loading="lazy"
            data-fallback={PHOTO_FALLBACK}
            className="size-20 shrink-0 rounded-full bg-cream object-cover lg:size-28"
          />
        )}
        <div className="min-w-0 md:max-w-2xl">
          <p className="eyebrow">{count === 0 ? 'Nothing here yet' : `${count} ${count === 1 ? 'piece' : 'pieces'}`}</p>
          <h1 className="mt-2 text-4xl break-words lg:text-5xl">
            {name}
            <span className="sr-only"> Products</span>
          </h1>
          {description && <p className="mt-2 text-sm break-words text-ink-soft">{description}</p>}
        </div>
      </div>
      {kinds.length > 0 && (
        <nav aria-label={`Kinds of ${name}`} className="mt-4">
          <ul className="flex flex-wrap gap-x-5 text-sm md:justify-center">
            {kinds.map(({ label, word }) => (
              <li key={word}>
                <a
                  href={`/products?category=${slug}&search=${word}`}
                  className="inline-flex min-h-11 items-center underline decoration-gold underline-offset-4"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </header>
  );
}

/** What an empty category shows. */
export function NoCategoryProducts() {
  return (
    <div className="pb-16 text-center">
      <Medallion icon="gem" />
      <p className="mt-6 text-lg">No products found in this category.</p>
      <p className="mt-1 text-ink-soft">Check back later for new arrivals!</p>
      <a href="/categories" className="btn btn-outline mt-8">
        All Categories
      </a>
    </div>
  );
}
