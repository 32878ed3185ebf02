import { type SubmitEvent, useEffect, useState } from 'react';
import { ApiFailure, callApi } from '#browser/api.ts';
import { afterTyping, focusFirst } from '#browser/refusal.ts';
import { Field } from '#components/Field.tsx';
import { clearSession } from '#features/shopper/shopper-session.ts';
import { attempt, linkToken, type Outcome } from './account-links.ts';

type Link = { kind: 'checking' } | { kind: 'good'; email: string } | { kind: 'bad'; text: string; isSpent: boolean };

/** Where the mailed link leads that sets a new password. One that was used or is too old says so, and offers a new one. */
export function NewPasswordForm() {
  const [link, setLink] = useState<Link>({ kind: 'checking' });
  const [isDone, setIsDone] = useState(false);
  useEffect(() => {
    void checkLink().then(setLink);
  }, []);

  return (
    <div className="mx-auto min-h-72 max-w-md rounded-sm border border-line bg-white px-5 py-8 sm:px-9 sm:py-10">
      <p role="status" className={isDone ? 'mb-6 text-leaf' : ''}>
        {isDone && 'Your new password is set, and every device that was signed in is signed out.'}
      </p>
      {isDone ? (
        <a href="/login" className="btn btn-primary w-full">
          Sign In
        </a>
      ) : link.kind === 'checking' ? (
        <div aria-hidden="true" className="skeleton h-48" />
      ) : link.kind === 'good' ? (
        <PasswordForm
          email={link.email}
          onDone={() => setIsDone(true)}
          onSpent={(text) => setLink({ kind: 'bad', text, isSpent: true })}
        />
      ) : (
        <>
          <p role="alert" className="mb-6">
            {link.text}
          </p>
          {link.isSpent && (
            <a href="/forgot-password" className="btn btn-primary w-full">
              Send me a new link
            </a>
          )}
        </>
      )}
    </div>
  );
}

interface PasswordFormProps {
  email: string;
  onDone(): void;
  onSpent(text: string): void;
}

function PasswordForm({ email, onDone, onSpent }: PasswordFormProps) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);
  const refused = outcome?.kind === 'refused' ? outcome : undefined;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    setIsBusy(true);
    setOutcome(undefined);
    const password = String(new FormData(form).get('password'));
    const outcome = await attempt('/auth/reset-password', { token: linkToken(), password }).finally(() => setIsBusy(false));
    if (outcome.kind === 'done') {
      clearSession();
      return onDone();
    }
    if (outcome.isSpent) return onSpent(outcome.text);
    setOutcome(outcome);
    focusFirst(form, outcome.fieldErrors);
  };

  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={({ target }) => refused && setOutcome(afterTyping(refused, (target as HTMLInputElement).name))}
      aria-label="New password"
      className="space-y-5"
    >
      <p>
        For your account <strong className="font-medium break-words">{email}</strong>
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="New password" error={refused?.fieldErrors.password} hint="At least 10 characters.">
        {(control) => (
          <input {...control} name="password" type="password" autoComplete="new-password" required className="field" />
        )}
      </Field>
      <button type="submit" disabled={isBusy} className="btn btn-primary w-full">
        {isBusy ? 'Saving...' : 'Set password'}
      </button>
      <p role="alert" className="text-danger">
        {refused?.text}
      </p>
    </form>
  );
}

const INCOMPLETE: Link = { kind: 'bad', text: 'This link is not complete. Open it as we sent it.', isSpent: true };

async function checkLink(): Promise<Link> {
  if (!linkToken()) return INCOMPLETE;
  try {
    const { email } = await callApi<{ email: string }>('POST', '/auth/reset-password/check', { body: { token: linkToken() } });
    return { kind: 'good', email };
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.status === 422) return INCOMPLETE;
    return { kind: 'bad', text: failure.message, isSpent: failure.code.startsWith('link_') };
  }
}
