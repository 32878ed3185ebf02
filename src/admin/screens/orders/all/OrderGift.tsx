import { Phones } from '#admin/data/orders/contact.tsx';
import { Fact } from '#admin/kit/RecordDetails.tsx';
import type { StaffOrder } from '#domain/orders/contract.ts';

/** Whom the rider calls where that is not the customer, and what is done for a gift. Takes the order with its contact. */
export function OrderGift({ order }: { order: StaffOrder }) {
  const { recipientName, recipientPhone, giftNote } = order;
  const wishes = [
    order.isWrapped && 'Wrap it',
    giftNote && 'Enclose the card',
    order.hidesPrices && 'No prices in the parcel',
  ].filter(Boolean);
  return (
    <>
      {(recipientName || recipientPhone) && (
        <Fact name="Goes to">
          {recipientName ?? order.customerName}
          <Phones orderId={order.id} phones={[recipientPhone]} />
        </Fact>
      )}
      {order.isGift && (
        <Fact name="Gift">
          {wishes.length > 0 ? wishes.join(' · ') : 'Yes'}
          {giftNote && (
            <q dir="auto" className="block break-words whitespace-pre-line">
              {giftNote}
            </q>
          )}
        </Fact>
      )}
    </>
  );
}
