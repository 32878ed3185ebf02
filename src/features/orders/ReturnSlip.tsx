import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import type { ShownReturnAddress } from '#domain/returns/return-address.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { linkIn } from './order-page-link.ts';

interface Props {
  asked: PageReturns['requests'][number];
  to: ShownReturnAddress;
  onPrinted: () => void;
}

/** A slip for the parcel, printed as soon as it is rendered and gone afterwards. */
export default function ReturnSlip({ asked: { returnNumber, items }, to, onPrinted }: Props) {
  useEffect(() => {
    document.body.classList.add('prints-slip');
    window.addEventListener('afterprint', onPrinted, { once: true });
    window.print();
    return () => {
      document.body.classList.remove('prints-slip');
      window.removeEventListener('afterprint', onPrinted);
    };
  }, [onPrinted]);
  return createPortal(
    <div aria-hidden="true" className="return-slip">
      <p className="number">{returnNumber}</p>
      <p>Order {linkIn(location).orderNumber}</p>
      <p>
        To: <strong>{to.recipient}</strong>
        <br />
        <span className="whitespace-pre-line">{to.address}</span>
        <br />
        {to.city}
        <br />
        {to.phone}
      </p>
      <ul>
        {items.map((item) => (
          <li key={item.itemId}>
            {item.quantity} × {pieceName(item.productName, choiceOf(item))}
          </li>
        ))}
      </ul>
    </div>,
    document.body,
  );
}
