import { useFormContext } from 'react-hook-form';
import { formatCount } from '#admin/kit/formats.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { changedPrice } from '#domain/catalog/changed-price.ts';
import type { Product } from '#domain/products/contract.ts';
import { type BulkFields, bulkChange } from './bulk-change.ts';

const MAX_SHOWN = 5;

/** What the price that is typed would make of the first selected products, before anything is saved. Nothing while it is no price yet. */
export function NewPrices({ products, count }: { products: Product[]; count: number }) {
  const { price: change } = bulkChange.safeParse(useFormContext<BulkFields>().watch()).data ?? {};
  const shown = products.slice(0, MAX_SHOWN);
  if (!change || shown.length === 0) return null;
  return (
    <section aria-label="New prices" className="mt-5 rounded-lg border border-line px-4 py-3">
      <ul className="grid gap-2 text-sm">
        {shown.map(({ id, name, price, originalPrice }) => {
          const after = changedPrice(price, change);
          const isRefused = originalPrice !== null && originalPrice <= after;
          return (
            <li key={id} className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 break-words">{name}</span>
              <span className="ml-auto tabular-nums">
                {formatPrice(price)} → <strong className="font-medium">{formatPrice(after)}</strong>
              </span>
              {isRefused && (
                <span className="w-full text-danger">
                  Stays as it is: the original price of {formatPrice(originalPrice)} would not be above it
                </span>
              )}
            </li>
          );
        })}
      </ul>
      {count > shown.length && <p className="mt-2 text-sm text-muted">and {formatCount(count - shown.length)} more</p>}
    </section>
  );
}
