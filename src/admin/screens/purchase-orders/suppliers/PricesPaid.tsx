import { pricePaidText } from '#admin/data/suppliers/price-paid.ts';
import type { SupplierDetails } from '#domain/suppliers/contract.ts';
import { pieceName } from '#domain/variants/choice-text.ts';

/** What each piece cost before, so that the next price can be compared with it. */
export function PricesPaid({ prices }: Pick<SupplierDetails, 'prices'>) {
  if (prices.length === 0) return null;
  return (
    <section aria-label="Prices paid before" className="panel mt-6 p-4 sm:px-5">
      <h3 className="panel-heading">Prices paid before</h3>
      <ul className="divide-y divide-line">
        {prices.map((price) => (
          <li key={price.variantId} className="py-2.5">
            <p className="break-words">
              {pieceName(price.productName, price)} <span className="text-sm whitespace-nowrap text-muted">{price.sku}</span>
            </p>
            <p className="text-sm text-ink-soft tabular-nums">{pricePaidText(price)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
