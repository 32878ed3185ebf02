import { Medallion } from '#components/Medallion.tsx';

/** A category that is empty. */
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
