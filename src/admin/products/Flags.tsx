import type { Product } from '#shared/schemas/products.ts';

/** Where the shop puts a product forward; that it is switched off. */
export function Flags({ product: { isNew, isFeatured, isAvailable } }: { product: Product }) {
  if (!isNew && !isFeatured && isAvailable) return <span className="text-muted">–</span>;
  return (
    <span className="flex flex-wrap gap-1">
      {isNew && <span className="badge tone-work">New</span>}
      {isFeatured && <span className="badge tone-wait">Featured</span>}
      {!isAvailable && <span className="badge tone-stop">Switched off</span>}
    </span>
  );
}
