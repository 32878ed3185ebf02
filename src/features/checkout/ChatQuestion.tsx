import { useState } from 'react';
import { announce } from '#browser/announce.ts';
import { chatInAddress } from './chat-in-address.ts';
import type { CheckoutField, CheckoutForm } from './checkout-form.ts';

interface Props {
  form: CheckoutForm;
  onUse: (fields: Partial<CheckoutForm>) => void;
}

/** Below an address into which a chat was pasted: asks whether to take the order's details out of it. Nothing is filled in before the answer. */
export default function ChatQuestion({ form, onUse }: Props) {
  const [before, setBefore] = useState<Partial<CheckoutForm>>();
  const [isKept, setIsKept] = useState(false);
  const facts = before || isKept ? [] : chatInAddress(form);
  const use = () => {
    const filled: Partial<CheckoutForm> = Object.assign({}, ...facts.map(({ fields }) => fields));
    setBefore(Object.fromEntries(Object.keys(filled).map((field) => [field, form[field as CheckoutField]])));
    onUse(filled);
    announce('Filled in from the chat');
  };
  const undo = () => {
    if (before) onUse(before);
    setBefore(undefined);
    setIsKept(true);
  };
  return (
    <div role="status" className="-mt-2 text-sm empty:hidden sm:col-span-2">
      {before && (
        <p>
          Filled in from the chat.{' '}
          <button type="button" onClick={undo} className="min-h-6 text-link text-ink">
            Undo
          </button>
        </p>
      )}
      {facts.length > 0 && (
        <div className="rounded-sm border border-gold/60 bg-cream p-4">
          <p className="font-medium">This looks like a chat. Use this from it?</p>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&_dd]:min-w-0 [&_dd]:break-words [&_dt]:text-muted">
            {facts.map(({ label, text, before: replaced }) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd>
                  <bdi>{text}</bdi>
                  {replaced && <span className="text-muted"> instead of {replaced}</span>}
                </dd>
              </div>
            ))}
          </dl>
          <div className="mt-3 flex flex-wrap gap-2">
            <button type="button" onClick={use} className="btn btn-primary">
              Yes, use this
            </button>
            <button type="button" onClick={() => setIsKept(true)} className="btn btn-outline">
              No, keep my text
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
