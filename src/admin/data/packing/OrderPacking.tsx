import { countText } from '#admin/kit/outcome-text.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { Packing } from '#domain/packing/contract.ts';
import { ParcelPhotos } from './ParcelPhotos.tsx';
import { usePacking } from './packing-api.ts';
import { progressOf } from './packing-state.ts';
import { Surplus } from './Surplus.tsx';

/** What is in the parcel of an order, by whom, and photos of it; nothing where nobody has scanned anything. */
export function OrderPacking({ orderId }: { orderId: string }) {
  const { order } = usePacking(orderId);
  if (!order) return null;
  const { packed, ordered } = progressOf(order);
  if (packed === 0 && order.surplus.length === 0 && order.photos.length === 0 && !order.lacksPhoto) return null;
  return (
    <>
      <section aria-label="Packing" className="panel px-4 py-3 sm:px-5">
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span>
            {packed === ordered ? 'Packed' : `${packed} of ${countText('piece', ordered)} packed`}
            {packers(order) && <span className="text-sm text-muted"> by {packers(order)}</span>}
            {order.lacksPhoto && <span className="block text-sm text-danger">A photo is needed before it leaves</span>}
          </span>
          <Link href={`/admin/pack/${order.orderNumber}`} className="quiet-link">
            Pack
          </Link>
        </p>
        <Surplus order={order} />
      </section>
      <ParcelPhotos order={order} />
    </>
  );
}

/** Who packed how many: `amna (3), bilal (1)`. */
function packers({ lines }: Packing): string {
  const pieces = new Map<string, number>();
  for (const { by, quantity } of lines.flatMap((line) => line.pieces)) {
    const name = by ?? 'somebody who left';
    pieces.set(name, (pieces.get(name) ?? 0) + quantity);
  }
  return [...pieces].map(([name, count]) => `${name} (${count})`).join(', ');
}
