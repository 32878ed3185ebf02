import { addressLines, lineTotal, localPhone, paymentMethodLabels, pieceOf } from '#admin/data/orders/labels.ts';
import { Barcode } from '#admin/kit/barcode/Barcode.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { SHOP } from '#built/settings.ts';
import { formatPrice, formatRupees } from '#domain/money.ts';
import type { Order } from '#domain/orders/contract.ts';
import { isCollected } from '#domain/orders/labels.ts';
import { dueOnDelivery } from '#domain/orders/paid.ts';
import { type OrderSum, orderSums, sumText } from '#domain/orders/sums.ts';
import { noteOf } from '#domain/orders/website-note.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';

/** The sums of a packing slip, in rupees: its lines add up to the subtotal, and the rows to the total and to what is due. */
interface SlipFigures {
  lines: number[];
  sums: OrderSum[];
  /** What the rider asks for at the door. */
  toCollect: number;
}

export function slipFigures(order: Order): SlipFigures {
  // Why staff took something off is between them.
  const sums = orderSums({ ...order, discountReason: undefined, isCollected: isCollected(order) });
  return { lines: order.items.map(lineTotal), sums, toCollect: dueOnDelivery(order) };
}

/** An order to print. Where its sums are hidden, what is due may have been revealed with the contact. */
export type SlipOrder = Order & { dueOnDelivery?: number | null };

/** The slip that goes into a parcel: sender and recipient, what is in it, what it costs and what the rider collects. */
export function PackingSlip({ order }: { order: SlipOrder }) {
  const figures = slipFigures(order);
  const note = noteOf(order);
  const city = isCollected(order) ? '' : (order.cityKnown ?? order.city);
  return (
    <article className="slip">
      <header className="slip-head">
        <div>
          <p className="slip-shop">{SHOP.name}</p>
          {SHOP.address && <p className="slip-address">{SHOP.address}</p>}
          <p>{SHOP.phone}</p>
          <p>{SHOP.email}</p>
        </div>
        <div className="slip-number">
          <Barcode text={order.orderNumber} />
          <p>
            <strong>{order.orderNumber}</strong> · {formatDay(order.createdAt)}
          </p>
        </div>
      </header>
      {order.status === 'cancelled' && <p className="slip-stop">Cancelled: do not hand over</p>}
      {/* Parcels are sorted by it, at arm's length. */}
      {city && (
        <p dir="auto" className="slip-city">
          {city}
        </p>
      )}
      <div className="slip-parties">
        <Recipient order={order} />
        <div className="slip-collect">
          <p className="slip-label">To collect</p>
          <p className="slip-amount">{amountText(order, figures)}</p>
          <p>{order.paymentStatus === 'paid' ? 'Paid' : paymentMethodLabels[order.paymentMethod]}</p>
        </div>
      </div>
      {order.isGift && <p className="slip-gift">Gift{order.isWrapped ? ', wrapped' : ''}</p>}
      <Lines order={order} figures={figures} />
      {note && (
        <p className="slip-notes">
          Notes: <bdi>{note}</bdi>
        </p>
      )}
      <footer className="slip-foot">
        Not delivered or not wanted? Return to {SHOP.legalName}, {SHOP.phone}. Returns within {SHOP.returnDays} days, unless the
        piece’s page says otherwise.
      </footer>
    </article>
  );
}

function amountText({ totalAmount, dueOnDelivery: revealed }: SlipOrder, { toCollect }: SlipFigures): string {
  if (!isHiddenSum(totalAmount)) return formatPrice(toCollect);
  return typeof revealed === 'number' ? formatPrice(revealed) : '–';
}

/** As on the label: the customer answers for whoever does not. */
function Recipient({ order }: { order: Order }) {
  const { recipientPhone, customerPhone, secondPhone } = order;
  const phones = (recipientPhone ? [recipientPhone, customerPhone] : [customerPhone, secondPhone]).flatMap(
    (phone) => phone || [],
  );
  return (
    <section className="slip-to">
      <p className="slip-label">Deliver to</p>
      <p className="slip-name">{order.recipientName ?? order.customerName}</p>
      {addressLines(order).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {phones.map((phone) => (
        <p key={phone} className="slip-phone">
          {localPhone(phone)}
        </p>
      ))}
    </section>
  );
}

function Lines({ order, figures }: { order: Order; figures: SlipFigures }) {
  const isHidden = order.hidesPrices || isHiddenSum(order.totalAmount);
  return (
    <table className="slip-lines">
      <thead>
        <tr>
          <th>Item</th>
          <th>Qty</th>
          {!isHidden && (
            <>
              <th>Price</th>
              <th>Sum</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {order.items.map((item, place) => (
          <tr key={[item.productId, item.selectedColor, item.selectedSize].join()}>
            <td>
              {item.productName}
              {pieceOf(item) && <span className="slip-choice">{pieceOf(item)}</span>}
            </td>
            <td>{item.quantity}</td>
            {!isHidden && (
              <>
                <td>{formatRupees(item.price)}</td>
                <td>{formatRupees(figures.lines[place] ?? 0)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
      {!isHidden && (
        <tbody className="slip-sums">
          {figures.sums.map((sum) => (
            <tr key={sum.name}>
              <th colSpan={3}>{sum.kind === 'shipping' ? 'Delivery' : sum.name}</th>
              <td>{sumText(sum, sum.kind === 'total' || sum.kind === 'due' ? formatPrice : formatRupees)}</td>
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
}

/** The card of a gift, on a sheet of its own. */
export function GiftCard({ order }: { order: Order }) {
  return (
    <article className="slip slip-card">
      <p dir="auto" className="slip-words">
        {order.giftNote}
      </p>
      <p>{order.customerName}</p>
      <p className="slip-small">{order.orderNumber}</p>
    </article>
  );
}
