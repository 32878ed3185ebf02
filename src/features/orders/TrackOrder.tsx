import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect } from 'react';
import { Field } from '#components/Field.tsx';
import { TrackedOrderView } from './TrackedOrderView.tsx';
import { NOTHING_ASKED } from './track-order.ts';
import { $answer, $isAsking, $question, ask, openTracking, setQuestion } from './track-store.ts';

/** Where an order is, for whoever knows its number and phone. Orders of this device are filled in. */
export function TrackOrder() {
  const question = useStore($question, { ssr: () => NOTHING_ASKED });
  const answer = useStore($answer, { ssr: () => null });
  const isAsking = useStore($isAsking, { ssr: () => false });
  useEffect(openTracking, []);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask();
  };

  return (
    <div id="track-order" className="space-y-10">
      <form
        method="post"
        action="/forms/track"
        noValidate
        onSubmit={submit}
        aria-label="Track your order"
        className="grid gap-5 sm:grid-cols-2"
      >
        <Field label="Order number" hint="It begins with ORD.">
          {(control) => (
            <input
              {...control}
              name="orderNumber"
              value={question.orderNumber}
              maxLength={40}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onChange={({ target }) => setQuestion({ orderNumber: target.value })}
              className="field"
            />
          )}
        </Field>
        <Field label="Phone" hint="The number you ordered with.">
          {(control) => (
            <input
              {...control}
              name="phone"
              type="tel"
              value={question.phone}
              maxLength={80}
              autoComplete="tel"
              onChange={({ target }) => setQuestion({ phone: target.value })}
              className="field"
            />
          )}
        </Field>
        <button type="submit" disabled={isAsking} className="btn btn-primary sm:col-span-2 sm:min-w-52 sm:justify-self-start">
          {isAsking ? 'Looking...' : 'Track Order'}
        </button>
        <p role="alert" className="text-danger sm:col-span-2">
          {answer && 'trouble' in answer && answer.trouble}
        </p>
      </form>
      {answer && 'order' in answer && <TrackedOrderView order={answer.order} />}
    </div>
  );
}
