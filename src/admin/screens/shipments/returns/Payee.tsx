import { CopyButton } from '#admin/kit/CopyButton.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import type { ReturnRequestDetails } from '#domain/returns/contract.ts';
import { payoutMethodLabels } from '#domain/returns/payouts.ts';

interface Props {
  payout: NonNullable<ReturnRequestDetails['payout']>;
  /** Rupees to send. */
  amount: number;
}

/** Where the customer wants the money, to be copied into the bank's app. */
export function Payee({ payout: { method, title, account, namedAt }, amount }: Props) {
  const number = method === 'bank' ? 'IBAN' : 'mobile number';
  return (
    <section aria-label="Where the money goes" className="mb-4 rounded-md bg-cream px-4 py-3 text-sm break-words">
      <p>
        <span className="font-medium">{payoutMethodLabels[method]}</span>
        <span className="text-muted"> · named by the customer {formatMoment(namedAt)}</span>
      </p>
      <dl className="mt-1 [&>div]:flex [&>div]:items-center [&>div]:justify-between [&>div]:gap-x-3 [&>div]:py-1">
        <div>
          <dt className="sr-only">Name on the account</dt>
          <dd className="min-w-0 grow">
            <bdi>{title}</bdi>
          </dd>
          <dd>
            <CopyButton what="name" text={title} />
          </dd>
        </div>
        <div>
          <dt className="sr-only">{number}</dt>
          <dd className="min-w-0 grow tabular-nums">{account}</dd>
          <dd>
            <CopyButton what={number} text={account} />
          </dd>
        </div>
        <div>
          <dt className="sr-only">Amount</dt>
          <dd className="min-w-0 grow tabular-nums">{amount}</dd>
          <dd>
            <CopyButton what="amount" text={String(amount)} />
          </dd>
        </div>
      </dl>
    </section>
  );
}
