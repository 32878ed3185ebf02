import { lazy, Suspense, useState } from 'react';
import { formatPrice } from '#domain/money.ts';
import { formatDay } from '#domain/orders/labels.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { type PayoutMethod, payoutMethodLabels } from '#domain/returns/payouts.ts';

/** Loads with the press. */
const PayoutForm = lazy(() => import('./PayoutForm.tsx'));

type Asked = PageReturns['requests'][number];

interface Props {
  asked: Asked;
  onPage: (page: OrderPage) => void;
}

/** Where the money of a request goes, and once it was sent, when and under which number. */
export function Payout({ asked, onPage }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const { payout, paid, mayNamePayout, returnNumber } = asked;
  if (paid) return <p className="mt-2 text-sm">{paidText(paid, payout)}</p>;
  if (!mayNamePayout) return null;
  if (!isOpen)
    return (
      <div className="mt-3">
        {payout && (
          <p className="text-sm">
            The money goes to <strong className="font-medium">{accountText(payout)}</strong>.
          </p>
        )}
        <button
          type="button"
          onClick={() => setIsOpen(true)}
          className={payout ? 'min-h-11 text-sm underline decoration-gold underline-offset-4' : 'btn btn-primary max-sm:w-full'}
        >
          {payout ? 'Change the account' : 'Say where to send the money'}
        </button>
      </div>
    );
  return (
    <Suspense fallback={<div className="skeleton mt-3 h-64" />}>
      <PayoutForm
        request={{ id: asked.id, returnNumber }}
        onClose={() => setIsOpen(false)}
        onNamed={(page) => {
          setIsOpen(false);
          onPage(page);
        }}
      />
    </Suspense>
  );
}

/** `your JazzCash account ending in 4567` */
function accountText({ method, lastFour }: { method: PayoutMethod; lastFour: string }): string {
  return `your ${method === 'bank' ? 'bank' : payoutMethodLabels[method]} account ending in ${lastFour}`;
}

function paidText({ amount, method, reference, at }: NonNullable<Asked['paid']>, payout: Asked['payout']): string {
  const sum = formatPrice(amount);
  if (method === 'store_credit') return `We added ${sum} of store credit on ${formatDay(at)}.`;
  if (method === 'cash') return `We paid back ${sum} in cash on ${formatDay(at)}.`;
  const to = payout ? ` to ${accountText(payout)}` : '';
  return `We sent ${sum}${to} on ${formatDay(at)}.${reference ? ` Transaction number: ${reference}.` : ''}`;
}
