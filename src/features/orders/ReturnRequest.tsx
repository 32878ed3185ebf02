import { formatPrice } from '#domain/money.ts';
import { formatDay } from '#domain/orders/labels.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { returnReasonLabels } from '#domain/returns/choices.ts';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { choiceOf } from '#domain/variants/choice.ts';
import { pieceName } from '#domain/variants/choice-text.ts';
import { Payout } from './Payout.tsx';
import { exchangeText, KIND_TEXTS, nextText, OUTCOME_TEXTS, STATE_TEXTS } from './return-texts.ts';
import { SendBack } from './SendBack.tsx';
import { WithdrawReturn } from './WithdrawReturn.tsx';

interface Props {
  asked: PageReturns['requests'][number];
  /** Where a courier collects it. */
  from: string;
  onPage: (page: OrderPage) => void;
}

/** What was asked for, where it stands, and what its customer does next. */
export function ReturnRequest({ asked, from, onPage }: Props) {
  const { returnNumber, kind, state, wish, outcome, reason, words, answer, items, photoIds, askedAt, promised } = asked;
  return (
    <li className="rounded-sm border border-line bg-cream p-4 break-words sm:p-5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <strong className="font-medium">
          {returnNumber} · {KIND_TEXTS[kind].text}
        </strong>
        <span className="text-sm text-ink-soft">
          {STATE_TEXTS[state]} · sent {formatDay(askedAt)}
        </span>
      </p>
      <p role="status" className="mt-2">
        {nextText(asked)}
      </p>
      {answer && (
        <p className="mt-2">
          We answered: <q dir="auto">{answer}</q>
        </p>
      )}
      <SendBack asked={asked} from={from} />
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
      {promised && <p className="mt-2 text-sm font-medium">{exchangeText(promised)}</p>}
      {(outcome ?? wish) !== 'exchange' && <Worth asked={asked} />}
      <NewOrder asked={asked} />
      <Payout asked={asked} onPage={onPage} />
      {asked.mayWithdraw && <WithdrawReturn asked={asked} onPage={onPage} />}
    </li>
  );
}

/** What goes back to the customer in all. */
function Worth({ asked: { state, outcome, wish, refund } }: Pick<Props, 'asked'>) {
  if (refund === 0 || state === 'declined' || state === 'withdrawn') return null;
  return (
    <p className="mt-2 text-sm">
      {(outcome ?? wish) === 'store_credit' ? 'Store credit' : 'Money back'}:{' '}
      <strong className="font-medium">{formatPrice(refund)}</strong>
    </p>
  );
}

function NewOrder({ asked: { exchange, refund, paidBack } }: Pick<Props, 'asked'>) {
  if (!exchange) return null;
  return (
    <p className="mt-2 text-sm">
      Your new order is <strong className="font-medium">{exchange.orderNumber}</strong>.{' '}
      {exchangeText({ due: exchange.due, back: refund - paidBack })}
    </p>
  );
}
