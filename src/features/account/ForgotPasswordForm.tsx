import { type SubmitEvent, useState } from 'react';
import { afterTyping, focusFirst } from '#browser/refusal.ts';
import { Field } from '#components/Field.tsx';
import { attempt, type Outcome } from './account-links.ts';

/** Asks for the address of an account whose password is forgotten. What it answers says nothing about the address. */
export function ForgotPasswordForm() {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);
  const refused = outcome?.kind === 'refused' ? outcome : undefined;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setIsBusy(true);
    setOutcome(undefined);
    const outcome = await attempt('/auth/forgot-password', { email: String(new FormData(form).get('email')).trim() }).finally(
      () => setIsBusy(false),
    );
    setOutcome(outcome);
    if (outcome.kind === 'refused') focusFirst(form, outcome.fieldErrors);
  };

  return (
    <div className="mx-auto max-w-md rounded-sm border border-line bg-white px-5 py-8 sm:px-9 sm:py-10">
      <form
        method="post"
        action="/forms/login"
        noValidate
        onSubmit={submit}
        onInput={({ target }) => refused && setOutcome(afterTyping(refused, (target as HTMLInputElement).name))}
        aria-label="Forgotten password"
        className="space-y-5"
      >
        <Field label="Email" error={refused?.fieldErrors.email}>
          {(control) => <input {...control} name="email" type="email" autoComplete="username" required className="field" />}
        </Field>
        <button type="submit" disabled={isBusy} className="btn btn-primary w-full">
          {isBusy ? 'Sending...' : 'Send me a link'}
        </button>
        <div>
          <p role="alert" className="text-danger">
            {refused?.text}
          </p>
          <p role="status" className="text-leaf">
            {outcome?.kind === 'done' &&
              'If there is an account with this address, a link is on its way to it. It is good for 30 minutes. Check your spam folder, too; we send at most three an hour.'}
          </p>
        </div>
      </form>
      <p className="mt-6 border-t border-line pt-4 text-center text-sm">
        <a href="/login" className="inline-flex min-h-11 items-center text-link">
          Back to Sign In
        </a>
      </p>
    </div>
  );
}
