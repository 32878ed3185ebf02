import { createPortal } from 'react-dom';
import { formatDay } from '#admin/kit/formats.ts';
import { formatPrice } from '#shared/money.ts';
import type { Order } from '#shared/schemas/order.ts';
import { SHOP } from '#shared/shop.ts';
import { addressLines, choiceOf, paymentMethodName } from './order-words.ts';

/** What goes into the parcel. On paper only: while it is on the page, printing prints it and nothing else. */
export function PackingSlip({ order }: { order: Order }) {
  const due = order.paymentStatus === 'paid' ? 'Paid' : `To collect: ${formatPrice(order.totalAmount)}`;

  return createPortal(
    <article aria-hidden="true" className="print-only">
      <header className="flex items-start justify-between gap-8 border-b border-ink pb-4">
        <div>
          <p className="font-serif text-3xl">{SHOP.name}</p>
          <p>Packing slip</p>
        </div>
        <div className="text-right">
          <p className="text-xl font-medium">{order.orderNumber}</p>
          <p>{formatDay(order.createdAt)}</p>
        </div>
      </header>
      <section className="my-6">
        <p className="text-xs tracking-wide uppercase">Deliver to</p>
        <p className="text-lg font-medium">{order.customerName}</p>
        <p className="whitespace-pre-line">{addressLines(order).join('\n')}</p>
        <p>{order.customerPhone}</p>
      </section>
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b border-ink">
            <th className="py-2 pr-4">Qty</th>
            <th className="py-2 pr-4">Item</th>
            <th className="py-2 text-right">Price</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr
              key={[item.productId, item.selectedColor, item.selectedSize].join()}
              className="break-inside-avoid border-b border-line align-top"
            >
              <td className="py-2 pr-4 text-lg font-medium">{item.quantity}</td>
              <td className="py-2 pr-4">
                {item.productName}
                {choiceOf(item) && <span className="block text-sm">{choiceOf(item)}</span>}
              </td>
              <td className="py-2 text-right">{formatPrice(item.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-right">
        {paymentMethodName(order.paymentMethod)} · <strong className="text-lg">{due}</strong>
      </p>
      {order.notes && <p className="mt-4 break-words whitespace-pre-line">Notes: {order.notes}</p>}
    </article>,
    document.body,
  );
}
