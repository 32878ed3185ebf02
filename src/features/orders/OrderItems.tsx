import { formatPrice, roundMoney } from '#domain/money.ts';
import { describeItem } from '#domain/orders/labels.ts';
import { type OrderSum, sumText } from '#domain/orders/sums.ts';
import type { TrackedOrder } from '#domain/orders/tracking-contract.ts';
import { PieceThumbnail, productPath } from './PieceThumbnail.tsx';

interface Props {
  items: TrackedOrder['items'];
  sums: OrderSum[];
  /** Proves to the form of reviews that the pieces were bought; left out until they have arrived. */
  reviewToken?: string | undefined;
}

/** The pieces of an order, and what it costs and what was paid of it, row by row. */
export function OrderItems({ items, sums, reviewToken }: Props) {
  return (
    <div>
      <h3 className="mb-2 text-xl">Items</h3>
      <ul className="divide-y divide-line border-y border-line">
        {items.map((item) => (
          <li key={`${item.productName} ${describeItem(item)}`} className="flex items-center gap-4 py-4">
            <PieceThumbnail {...item} />
            <div className="min-w-0 grow">
              <p className="font-serif text-lg leading-snug break-words">{item.productName}</p>
              <p className="text-sm break-words text-muted">{describeItem(item)}</p>
              {item.productId && reviewToken && (
                <a
                  href={`${productPath(item.productId)}#review=${reviewToken}`}
                  aria-label={`Write a review of ${item.productName}`}
                  className="inline-flex min-h-11 items-center text-sm underline decoration-gold underline-offset-4 print:hidden"
                >
                  Write a review
                </a>
              )}
            </div>
            <p className="shrink-0 text-sm tabular-nums">{formatPrice(roundMoney(item.price * item.quantity))}</p>
          </li>
        ))}
      </ul>
      <dl className="space-y-2 pt-4">
        {sums.map((sum) => (
          <div key={sum.name} className={`flex items-baseline justify-between gap-4 ${LOOK[sum.kind] ?? 'text-sm'}`}>
            <dt className="min-w-0 break-words">{sum.name}</dt>
            <dd className={`shrink-0 tabular-nums ${sum.kind === 'total' ? 'font-serif text-2xl lining-nums' : ''}`}>
              {sumText(sum)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const LOOK: Partial<Record<OrderSum['kind'], string>> = { total: 'font-medium', due: 'font-medium' };
