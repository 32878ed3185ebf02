import type { OrderPage } from '#domain/orders/page-contract.ts';

/** Whom a parcel is for, masked, and what is done for a gift: rows of a list. */
export function PageGift({ page }: { page: OrderPage }) {
  const recipient = [page.recipientName, page.recipientPhone].filter(Boolean);
  const wishes = [page.isWrapped && 'wrapped', page.hidesPrices && 'no prices in the parcel'].filter(Boolean);
  return (
    <>
      {recipient.length > 0 && (
        <>
          <dt>Goes to</dt>
          <dd>
            <bdi>{recipient.join(' · ')}</bdi>
          </dd>
        </>
      )}
      {page.isGift && (
        <>
          <dt>Gift</dt>
          <dd>{['Yes', ...wishes].join(', ')}</dd>
        </>
      )}
      {page.giftNote && (
        <>
          <dt>Card</dt>
          <dd dir="auto" className="whitespace-pre-line">
            {page.giftNote}
          </dd>
        </>
      )}
    </>
  );
}
