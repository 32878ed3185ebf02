import { useStore } from '@nanostores/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PieceGrid } from '#admin/data/order-lines/PieceGrid.tsx';
import { PieceLine } from '#admin/data/order-lines/PieceLine.tsx';
import { newLine, withLine } from '#admin/data/order-lines/piece-lines.ts';
import { quoteText } from '#admin/data/orders/quote-text.ts';
import { ORDER_SOURCE_LABELS } from '#admin/data/orders/sources.ts';
import { Choices } from '#admin/kit/Choices.tsx';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { staffRefusalText } from '#domain/discounts/staff-refusal-text.ts';
import { formatPrice, roundMoney } from '#domain/money.ts';
import { STAFF_ORDER_SOURCES } from '#domain/order-sources.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { ChatQuestion } from './ChatQuestion.tsx';
import { DiscountFields } from './DiscountFields.tsx';
import { $draft, changeDraft } from './draft-store.ts';
import { KnownCustomer } from './KnownCustomer.tsx';
import { quoteQuery } from './new-order-api.ts';
import {
  blockReasonOf,
  codeOf,
  creditUsed,
  isEmpty,
  isHandedOver,
  nextDraft,
  phoneOf,
  quoteOf,
  withBlockReason,
  withoutQuestion,
  withTyped,
} from './order-draft.ts';
import { PasteBox } from './PasteBox.tsx';
import { PersonFields } from './PersonFields.tsx';
import { PieceQuestion } from './PieceQuestion.tsx';
import { PlacedOrder } from './PlacedOrder.tsx';
import { useChat } from './use-chat.ts';
import { useKnownCustomer } from './use-known-customer.ts';
import { usePlacing } from './use-placing.ts';

/** Writes down an order that began in a chat, on the phone or at the counter. */
export default function NewOrderPage() {
  const draft = useStore($draft);
  const [placed, setPlaced] = useState<StaffOrder | null>(null);
  const [isClearing, setClearing] = useState(false);
  const code = codeOf(draft);
  /** The code that was typed to its end: parts of one are not asked about. */
  const [askedCode, setAskedCode] = useState(code);
  const isCollected = isHandedOver(draft);
  const { take, question } = useChat();
  const known = useKnownCustomer(phoneOf(draft.person));
  const credit = known.state === 'found' ? (known.customer?.credit ?? 0) : 0;
  const form = useRef<HTMLFormElement>(null);
  const placing = usePlacing({
    draft,
    credit,
    isBlocked: known.state === 'found' && known.customer !== null && known.customer.block !== 'none',
    onAttempt: (sentAs) => changeDraft(() => ({ sentAs })),
    onPlaced: (order) => {
      setPlaced(order);
      $draft.set(nextDraft(draft));
      window.scrollTo(0, 0);
    },
  });

  const isAsked = code === '' || code === askedCode;
  const asked = useQuery(quoteQuery(draft.lines, isAsked && !placing.refusedCode ? code : ''));
  const quote = asked.data && quoteOf(draft, asked.data);
  const isReckoning = code !== '' && asked.isPlaceholderData;
  const refusedCode = placing.refusedCode ?? (isAsked ? quote?.refusedCode : undefined);
  const codeFailure = code !== '' && asked.error ? failureText(asked.error, 'The code could not be checked') : null;

  const used = quote ? creditUsed(draft, credit, quote.total) : 0;

  const { problems } = placing;
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);

  return (
    <Screen
      title="New Order"
      actions={
        <>
          {!isEmpty(draft) && (
            <button type="button" onClick={() => setClearing(true)} className="btn btn-outline px-4">
              Clear
            </button>
          )}
          <Link href="/admin/orders" className="btn btn-outline px-4">
            Orders
          </Link>
        </>
      }
    >
      {placed ? (
        <PlacedOrder order={placed} onNext={() => setPlaced(null)} />
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isAsked) setAskedCode(code);
            else if (quote) void placing.place(quote);
          }}
          className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr]"
        >
          <PasteBox
            unread={draft.unread}
            onChat={take}
            onForget={(line) => changeDraft(({ unread }) => ({ unread: unread.filter((other) => other !== line) }))}
          />
          <section aria-label="Pieces" className="panel p-4 lg:row-span-2">
            {draft.asked.length > 0 && (
              <ul aria-label="Pieces to decide" className="mb-4 space-y-3">
                {draft.asked.map((asked) => (
                  <PieceQuestion
                    // The questions of one chat differ in their words or in what was said.
                    key={JSON.stringify(asked)}
                    asked={asked}
                    onPick={(line) =>
                      changeDraft((before) => ({ ...withoutQuestion(before, asked), lines: withLine(before.lines, line) }))
                    }
                    onDismiss={() => changeDraft((before) => withoutQuestion(before, asked))}
                  />
                ))}
              </ul>
            )}
            {draft.lines.length > 0 && (
              <ul aria-label="Pieces of the order" className="mb-4 divide-y divide-line rounded-lg border border-line">
                {draft.lines.map((line) => (
                  <PieceLine
                    key={line.key}
                    line={line}
                    onChange={(changed) =>
                      changeDraft(({ lines }) => ({ lines: lines.map((other) => (other.key === line.key ? changed : other)) }))
                    }
                    onRemove={() => changeDraft(({ lines }) => ({ lines: lines.filter((other) => other.key !== line.key) }))}
                  />
                ))}
              </ul>
            )}
            <PieceGrid onPick={(piece) => changeDraft(({ lines }) => ({ lines: withLine(lines, newLine(piece)) }))} />
          </section>
          <section aria-label="Customer" className="panel p-4">
            <Choices
              legend="Source"
              values={STAFF_ORDER_SOURCES}
              chosen={draft.source}
              onChoose={(source) => changeDraft(() => ({ source }))}
              nameOf={(source) => ORDER_SOURCE_LABELS[source]}
              className="mb-4"
            />
            <PersonFields
              draft={draft}
              problems={problems}
              onType={(field, typed) => changeDraft((before) => withTyped(before, field, typed))}
            >
              <KnownCustomer
                known={known}
                reason={
                  placing.needsReason
                    ? {
                        typed: blockReasonOf(draft),
                        problem: problems.blockReason,
                        onType: (typed) => changeDraft((before) => withBlockReason(before, typed)),
                      }
                    : undefined
                }
              />
            </PersonFields>
            {credit > 0 && (
              <label className="mt-4 flex min-h-11 items-center gap-3 border-t border-line pt-4">
                <input
                  type="checkbox"
                  checked={draft.creditOf === phoneOf(draft.person)}
                  onChange={({ target }) =>
                    changeDraft(({ person }) => ({ creditOf: target.checked ? (phoneOf(person) ?? '') : '' }))
                  }
                  className="checkbox"
                />
                <span>
                  Use store credit
                  <span className="block text-sm text-muted">The customer has {formatPrice(credit)}</span>
                </span>
              </label>
            )}
            <DiscountFields
              off={draft.off}
              problems={problems}
              codeProblem={refusedCode ? staffRefusalText(refusedCode) : codeFailure}
              onChange={(change) => changeDraft(({ off }) => ({ off: { ...off, ...change } }))}
              onCode={() => setAskedCode(code)}
            />
          </section>
          <div className="selection-bar lg:col-span-2">
            <div role="alert" className="w-full text-sm text-danger">
              {placing.errorText}
            </div>
            <p role="status" className="py-1 tabular-nums">
              {quote && draft.lines.length > 0 ? (
                <>
                  <strong className="block font-medium">{formatPrice(quote.total)}</strong>
                  <span className="text-sm text-muted">{quoteText(quote, isCollected)}</span>
                  {used > 0 && (
                    <span className="block text-sm">
                      {formatPrice(used)} of store credit, {formatPrice(roundMoney(quote.total - used))} due
                    </span>
                  )}
                </>
              ) : (
                <span className="text-sm text-muted">No pieces yet</span>
              )}
              {refusedCode && draft.lines.length > 0 && !placing.errorText && (
                <span className="block text-sm text-danger">{staffRefusalText(refusedCode)}</span>
              )}
              {draft.asked.length > 0 && (
                <span className="block text-sm text-danger">
                  {draft.asked.length === 1 ? '1 piece of the chat is' : `${draft.asked.length} pieces of the chat are`} to decide
                </span>
              )}
            </p>
            <button
              type="submit"
              disabled={!quote || draft.lines.length === 0 || placing.isPending || isReckoning}
              className="btn btn-primary ml-auto px-5"
            >
              {placing.isPending ? 'Placing…' : 'Place Order'}
            </button>
          </div>
        </form>
      )}
      {placing.repeated && quote && (
        <ConfirmDialog
          question="Order it again?"
          detail={placing.repeated}
          action="Order Again"
          tone="plain"
          onConfirm={() => placing.place(quote, true)}
          onClose={placing.forgetRepeated}
        />
      )}
      {question && <ChatQuestion doubt={question.doubt} chat={question.read.chat} draft={draft} onAnswer={question.settle} />}
      {isClearing && (
        <ConfirmDialog
          question="Clear this order?"
          detail="What was typed and picked is discarded."
          action="Clear"
          onConfirm={() => $draft.set(nextDraft(draft))}
          onClose={() => setClearing(false)}
        />
      )}
    </Screen>
  );
}
