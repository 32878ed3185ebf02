import { type SubmitEvent, useState } from 'react';
import { afterTyping, focusFirst } from '#browser/refusal.ts';
import { Field, Honeypot } from '#components/Field.tsx';
import { type ContactField, type Outcome, readMessage, sendMessage } from './send-message.ts';

const FIELDS: { name: ContactField; label: string; autoComplete?: string; wide?: boolean }[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last name (optional)', autoComplete: 'family-name' },
  { name: 'email', label: 'Email', autoComplete: 'email', wide: true },
  { name: 'subject', label: 'Subject (optional)', wide: true },
];

/** The contact form. Fields keep their text until the message has arrived. */
export function ContactForm() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isSending, setIsSending] = useState(false);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setIsSending(true);
    setOutcome(undefined);
    const outcome = await sendMessage(readMessage(new FormData(form))).finally(() => setIsSending(false));
    if (outcome.isSent) form.reset();
    setOutcome(outcome);
    focusFirst(form, outcome.fieldErrors);
  };

  const fieldErrors = outcome?.fieldErrors ?? {};
  return (
    <form
      method="post"
      action="/forms/contact"
      noValidate
      onSubmit={submit}
      onInput={({ target }) => setOutcome(outcome && afterTyping(outcome, (target as HTMLInputElement).name))}
      aria-label="Contact"
      className="mt-4 grid gap-5 sm:grid-cols-2"
    >
      {FIELDS.map(({ name, label, wide, ...input }) => (
        <Field key={name} label={label} error={fieldErrors[name]} className={wide ? 'sm:col-span-2' : ''}>
          {(control) => (
            <input {...control} {...input} name={name} type={name === 'email' ? 'email' : 'text'} className="field" />
          )}
        </Field>
      ))}
      <Field label="Message" error={fieldErrors.message} className="sm:col-span-2">
        {(control) => <textarea {...control} name="message" rows={6} className="field" />}
      </Field>
      <Honeypot />
      <div className="space-y-4 sm:col-span-2">
        <button type="submit" disabled={isSending} className="btn btn-primary w-full sm:w-auto sm:min-w-52">
          {isSending ? 'Sending...' : 'Send Message'}
        </button>
        <OutcomeMessage outcome={outcome} />
      </div>
    </form>
  );
}

/** Both live regions are always rendered: screen readers announce only changes. */
function OutcomeMessage({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <>
      <p role="status" className="text-leaf font-medium">
        {outcome?.isSent && outcome.text}
      </p>
      <p role="alert" className="text-danger">
        {outcome && !outcome.isSent && outcome.text}
      </p>
    </>
  );
}
