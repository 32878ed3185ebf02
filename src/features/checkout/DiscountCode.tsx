import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Field } from '#components/Field.tsx';
import { askCode, removeCode } from '#features/cart/ask-code.ts';
import { $asking, $discount, $refusal } from '#features/cart/discount.ts';
import { isUnanswered } from '#features/place-order/attempt.ts';
import { requestOf } from './checkout-store.ts';
import { $orderLines } from './order-lines.ts';

/** The field of a discount code; once the code is taken, the way to remove it. Stands in a form of its own or of others, so that it is none itself. */
export default function DiscountCode() {
  const { code, off } = useStore($discount);
  const refusal = useStore($refusal);
  const isAsking = useStore($asking) !== undefined;
  const [typed, setTyped] = useState(code);
  const part = useRef<HTMLDivElement>(null);
  const isTaken = off > 0 && !refusal;

  useEffect(askAgain, []);
  useEffect(() => $orderLines.listen(askAgain), []);
  useEffect(
    () =>
      // A link brought another one meanwhile.
      $discount.listen(({ code: linked, of }, before) => {
        if (linked === before?.code || of > 0 || $asking.get()) return;
        setTyped(linked);
        askAgain();
      }),
    [],
  );
  // The part that was pressed is gone: the one in its place gets the focus. Without a code, “Have a code?” was pressed.
  const hadFocus = useRef(!code);
  useEffect(() => {
    if (hadFocus.current) part.current?.querySelector<HTMLElement>(isTaken ? 'button' : 'input')?.focus();
    hadFocus.current = false;
  }, [isTaken]);

  const apply = () => {
    hadFocus.current = true;
    if (typed.trim()) askCode(typed, $orderLines.get());
    else removeCode();
  };
  const remove = () => {
    hadFocus.current = true;
    setTyped('');
    removeCode();
  };
  if (isTaken) {
    return (
      <div ref={part} className="flex min-h-11 items-center justify-between gap-4 text-sm">
        <p className="min-w-0 break-words">
          Code <strong className="font-medium">{code}</strong> is applied
        </p>
        <button type="button" onClick={remove} aria-label={`Remove: ${code}`} className="min-h-11 underline underline-offset-4">
          Remove
        </button>
      </div>
    );
  }
  return (
    <div ref={part}>
      <Field label="Discount code" error={refusal}>
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                $refusal.set('');
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                apply();
              }}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="field min-w-0 grow uppercase"
            />
            <button type="button" onClick={apply} disabled={isAsking} className="btn btn-outline shrink-0">
              Apply
            </button>
          </div>
        )}
      </Field>
    </div>
  );
}

/** Asks about the code of this device, if there is one. An order that was sent and never answered stays as it was sent. */
function askAgain(): void {
  const { code } = $discount.get();
  const lines = $orderLines.get();
  if (code && !isUnanswered(requestOf(lines))) askCode(code, lines);
}
