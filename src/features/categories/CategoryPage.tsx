import { Medallion } from '#components/Medallion.tsx';

/** The heading of a category's page. */
export function CategoryHead({ name, count }: { name: string; count: number }) {
  return (
    <header className="pt-4 pb-10 text-center lg:pb-12">
      <p className="eyebrow">{count === 0 ? 'Nothing here yet' : `${count} ${count === 1 ? 'piece' : 'pieces'}`}</p>
      <h1 className="mt-2 text-4xl break-words lg:text-5xl">
        {name}
        <span className="sr-only"> Products</span>
      </h1>
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
