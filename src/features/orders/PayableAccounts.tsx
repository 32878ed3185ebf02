import { useState } from 'react';
import { announce } from '#browser/announce.ts';
import { QrCode } from '#components/QrCode.tsx';
import type { PageAdvance } from '#domain/advances/contract.ts';
import { formatPrice } from '#domain/money.ts';
import { raastCode } from '#domain/payments/raast.ts';

/** Where to pay what is missing: account, IBAN and Raast code. */
export function PayableAccounts({ advance: { accounts, missing } }: { advance: PageAdvance }) {
  if (accounts.length === 0) {
    return (
      <p className="mt-4 bg-notice px-4 py-3">
        Please ask us for the account:{' '}
        <a href="/contact" className="underline underline-offset-4">
          call or write to us
        </a>
        .
      </p>
    );
  }
  return (
    <>
      <ul className="mt-5 space-y-4">
        {accounts.map(({ id, title, bankName, iban, raastId }) => (
          <li key={id} className="gap-x-8 rounded-sm bg-white p-4 sm:flex sm:p-5">
            <dl className="min-w-0 grow space-y-3 [&_dd]:break-words [&_dt]:text-sm [&_dt]:text-muted">
              <div>
                <dt>Amount</dt>
                <dd className="flex flex-wrap items-center gap-x-4">
                  <strong className="font-medium tabular-nums">{formatPrice(missing)}</strong>
                  <CopyButton what="amount" text={String(missing)} />
                </dd>
              </div>
              <div>
                <dt>Account</dt>
                <dd>
                  <bdi>{title}</bdi>, <bdi>{bankName}</bdi>
                </dd>
              </div>
              <div>
                <dt>IBAN</dt>
                <dd className="flex flex-wrap items-center gap-x-4">
                  <span className="tabular-nums">{inFours(iban)}</span>
                  <CopyButton what="IBAN" text={iban} />
                </dd>
              </div>
              {raastId && raastId !== iban && (
                <div>
                  <dt>Raast ID</dt>
                  <dd className="flex flex-wrap items-center gap-x-4">
                    <span className="tabular-nums">{raastId}</span>
                    <CopyButton what="Raast ID" text={raastId} />
                  </dd>
                </div>
              )}
            </dl>
            <figure className="shrink-0 text-center">
              <QrCode text={raastCode({ iban, amount: missing })} label={`Raast code of ${formatPrice(missing)} to ${title}`} />
              <figcaption className="text-sm text-muted">Scan it in your bank’s app: Raast QR</figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm">
        <strong className="font-medium">Pay only to an account on this page.</strong> We never name another one in a message or on
        the phone.
      </p>
    </>
  );
}

/** As banks print an IBAN. The function of the domain would bring the schemas along. */
function inFours(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

function CopyButton({ what, text }: { what: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      announce(`The ${what} is copied`);
      setIsCopied(true);
    } catch {
      // Where scripts may not write to the clipboard, a person still can.
      prompt(`Copy the ${what}:`, text);
    }
  };
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={`Copy the ${what}`}
      className="min-h-11 text-sm underline decoration-gold underline-offset-4"
    >
      {isCopied ? 'Copied' : 'Copy'}
    </button>
  );
}
