import { lazy, Suspense, useRef, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { formatPrice } from '#domain/money.ts';
import { formatDay } from '#domain/orders/labels.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { returnReasonLabels, returnStateLabels } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { linkIn, refusalText } from './order-page-link.ts';
import { KIND_TEXTS, OUTCOME_TEXTS, policyText, stateText } from './return-texts.ts';

type Asked = PageReturns['requests'][number];

/** Most who open the page ask for nothing: the form loads with the press. */
const ReturnForm = lazy(() => import('./ReturnForm.tsx'));

interface Props {
  returns: PageReturns;
  /** Shows the page as it is after what was asked. */
  onPage: (page: OrderPage) => void;
}

/** What may be sent back, by when; what was asked for and where it stands. */
export default function Returns({ returns, onPage }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const { kinds, requests } = returns;
  return (
    <section aria-labelledby="returns-title" className="rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
      <h2 ref={title} id="returns-title" tabIndex={-1} className="scroll-mt-32 text-2xl outline-none">
        Returns and exchanges
      </h2>
      <p className="mt-3 text-sm text-ink-soft">{policyText(returns)}</p>
      {requests.length > 0 && (
        <ul aria-label="What you asked for" className="mt-5 space-y-4">
          {requests.map((asked) => (
            <Request key={asked.id} asked={asked} onPage={onPage} />
          ))}
        </ul>
      )}
      {kinds.length > 0 && !isOpen && (
        <button type="button" onClick={() => setIsOpen(true)} className="btn btn-outline mt-5 max-sm:w-full">
          {requests.length > 0 ? 'Ask for something else' : 'Return, exchange or claim'}
        </button>
      )}
      {kinds.length > 0 && isOpen && (
        <Suspense fallback={<div className="skeleton mt-5 h-96" />}>
          <ReturnForm
            returns={returns}
            onCancel={() => {
              setIsOpen(false);
              title.current?.focus();
            }}
            onAsked={(page) => {
              setIsOpen(false);
              onPage(page);
              // The form is gone: what was asked stands below the title now.
              title.current?.focus();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

function Request({ asked, onPage }: { asked: Asked; onPage: Props['onPage'] }) {
  const { returnNumber, kind, state, wish, outcome, reason, words, answer, items, refund, exchange, photoIds, askedAt } = asked;
  const gives = outcome ?? wish;
  return (
    <li className="rounded-sm border border-line bg-cream p-4 break-words sm:p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="font-medium">
          {returnNumber} · {KIND_TEXTS[kind].text}
        </strong>
        <span className="text-sm text-ink-soft">
          {returnStateLabels[state]} · asked on {formatDay(askedAt)}
        </span>
      </p>
      <p role="status" className="mt-2">
        {stateText(asked)}
      </p>
      {answer && (
        <p className="mt-2">
          We answered: <q dir="auto">{answer}</q>
        </p>
      )}
      <ul className="mt-3 space-y-1 text-sm">
        {items.map((item) => (
          <li key={item.itemId}>
            {item.quantity} × {pieceName(item.productName, choiceOf(item))}
            {item.wanted && ` → ${pieceName(item.wanted.productName, choiceOf(item.wanted))}`}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-soft">
        {returnReasonLabels[reason]}
        {words && (
          <>
            : <q dir="auto">{words}</q>
          </>
        )}
        {state === 'asked' && `. You would like: ${OUTCOME_TEXTS[wish].toLowerCase()}.`}
        {photoIds.length > 0 && ` ${photoIds.length === 1 ? 'With a photo' : `With ${photoIds.length} photos`}.`}
      </p>
      {gives !== 'exchange' && refund > 0 && state !== 'declined' && state !== 'withdrawn' && (
        <p className="mt-2 text-sm">
          {gives === 'store_credit' ? 'Store credit' : 'Money back'}:{' '}
          <strong className="font-medium">{formatPrice(refund)}</strong>
        </p>
      )}
      {exchange && (
        <p className="mt-2 text-sm">
          Your new order is <strong className="font-medium">{exchange.orderNumber}</strong>.{' '}
          {exchange.due > 0 ? `Its rider asks for ${formatPrice(exchange.due)}.` : 'Its rider asks for nothing.'}
        </p>
      )}
      {asked.mayWithdraw && <Withdraw asked={asked} onPage={onPage} />}
    </li>
  );
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** Takes a request back, with a second press. */
function Withdraw({ asked, onPage }: { asked: Asked; onPage: Props['onPage'] }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  async function withdraw() {
    if (isSending) return;
    setIsSending(true);
    setError('');
    try {
      const body = { ...linkIn(location), requestId: asked.id };
      onPage(await callApi<OrderPage>('POST', '/order-page/returns/withdrawal', { body }));
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(refusalText(failure));
    }
    setIsSending(false);
  }
  return (
    <div className="mt-3">
      {isAsking ? (
        <div className="flex flex-wrap items-center gap-3">
          <p>Take {asked.returnNumber} back?</p>
          <button type="button" ref={focus} disabled={isSending} onClick={() => void withdraw()} className="btn btn-primary">
            {isSending ? 'Sending...' : 'Yes, take it back'}
          </button>
          <button type="button" onClick={() => setIsAsking(false)} className="btn btn-outline">
            No
          </button>
        </div>
      ) : (
        <button
          type="button"
          onClick={() => setIsAsking(true)}
          className="min-h-11 text-sm underline decoration-gold underline-offset-4"
        >
          Take {asked.returnNumber} back
        </button>
      )}
      <p role="alert" className="mt-2 text-danger empty:hidden">
        {error}
      </p>
    </div>
  );
}
