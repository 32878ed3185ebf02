import { type SubmitEvent, useState } from 'react';
import { ApiFailure } from '#browser/api.ts';
import { focusFirst, refusalOf } from '#browser/refusal.ts';
import { Field } from '#components/Field.tsx';
import { formatDay } from '#domain/orders/labels.ts';
import type { OrderPage } from '#domain/orders/page-contract.ts';
import { refusalText } from './order-page-link.ts';

interface Props {
  page: OrderPage;
  /** The request leads the page then, far above the button that was pressed: the focus goes along. */
  hasJustAsked: boolean;
  /** Its button is the page's filled one: nothing else asks to be pressed first. */
  isFilled: boolean;
  onAsk: (reason: string) => Promise<void>;
  onWithdraw: () => Promise<void>;
}

/** Whether the shopper has asked to cancel, and staff have not answered. */
export function isCancellationWaiting({ cancellationAskedAt, cancellationAnsweredAt }: OrderPage): boolean {
  return cancellationAskedAt !== null && cancellationAnsweredAt === null;
}

/** Asks the shop to cancel the order. Staff answer; until then it stays as it is. */
export function CancellationRequest({ page, hasJustAsked, isFilled, onAsk, onWithdraw }: Props) {
  const { cancellationAskedAt: askedAt, cancellationAnsweredAt: answeredAt, isUnpacked } = page;
  const isWaiting = isCancellationWaiting(page);
  return (
    <section aria-labelledby="cancellation-title" className="rounded-sm border border-line bg-white px-5 py-7 sm:px-8">
      <h2 ref={hasJustAsked ? focus : null} id="cancellation-title" tabIndex={-1} className="scroll-mt-32 text-2xl outline-none">
        {isWaiting ? 'You asked us to cancel' : 'Cancel the order'}
      </h2>
      <p role="status" className="mt-3 text-sm text-ink-soft empty:hidden">
        {isWaiting
          ? `Asked on ${formatDay(askedAt)}. We will contact you; until then your order stands.`
          : answeredAt
            ? `You asked us to cancel on ${formatDay(askedAt)}, and we agreed to keep the order.`
            : ''}
      </p>
      {isWaiting && <Withdraw onWithdraw={onWithdraw} />}
      {!isWaiting && isUnpacked && <AskForm isFilled={isFilled} onAsk={onAsk} />}
    </section>
  );
}

function focus(title: HTMLElement | null): void {
  title?.focus();
}

function Withdraw({ onWithdraw }: Pick<Props, 'onWithdraw'>) {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const withdraw = async () => {
    if (isSending) return;
    setIsSending(true);
    setError('');
    try {
      await onWithdraw();
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setError(refusalText(failure));
      setIsSending(false);
    }
  };
  return (
    <>
      <p role="alert" className="mt-3 text-danger empty:hidden">
        {error}
      </p>
      <button type="button" onClick={withdraw} disabled={isSending} className="btn btn-outline mt-4 max-sm:w-full">
        {isSending ? 'Sending...' : 'Keep my order after all'}
      </button>
    </>
  );
}

function AskForm({ isFilled, onAsk }: Pick<Props, 'isFilled' | 'onAsk'>) {
  const [isOpen, setIsOpen] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState('');
  const [reasonError, setReasonError] = useState<string>();
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    setIsSending(true);
    setError('');
    setReasonError('');
    try {
      await onAsk(String(new FormData(form).get('reason')).trim());
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      const refused = refusalOf(failure, ['reason']).fieldErrors;
      setReasonError(refused.reason);
      if (!focusFirst(form, refused)) setError(refusalText(failure));
      setIsSending(false);
    }
  };
  if (!isOpen) {
    return (
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="mt-2 min-h-11 text-sm underline decoration-gold underline-offset-4"
      >
        Ask us to cancel this order
      </button>
    );
  }
  return (
    <form noValidate onSubmit={submit} onInput={() => setReasonError('')} aria-label="Ask to cancel" className="mt-4 space-y-5">
      <Field label="Why? (optional)" hint="We will contact you before anything is cancelled." error={reasonError}>
        {(control) => <input {...control} name="reason" autoComplete="off" className="field" />}
      </Field>
      <p role="alert" className="text-danger empty:hidden">
        {error}
      </p>
      <button type="submit" disabled={isSending} className={`btn ${isFilled ? 'btn-primary' : 'btn-outline'}`}>
        {isSending ? 'Sending...' : 'Ask to cancel'}
      </button>
    </form>
  );
}
