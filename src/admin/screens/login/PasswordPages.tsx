import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SignInFrame } from '#admin/data/accounts/SignInFrame.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { FORGOT, LOGIN } from '#admin/platform/location.ts';
import { queryClient } from '#admin/platform/query-client.ts';
import { useTitle } from '#admin/platform/use-title.ts';
import { ApiFailure, callApi } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { resetLink } from '#domain/accounts/contract.ts';
import { newPassword } from '#domain/accounts/new-password.ts';

/** The token of the mailed link. After the #, so that no server log ever holds it. */
const token = window.location.hash.slice(1);

/** Asks whose password is forgotten. What it answers says nothing about the name. */
export function ForgotPage() {
  useTitle('Forgotten password');
  const [errorText, setErrorText] = useState('');
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const username = String(new FormData(event.currentTarget).get('username')).trim();
    setSent(false);
    if (!username) return setErrorText('Enter your username');
    setBusy(true);
    setErrorText('');
    try {
      await callApi('POST', '/auth/admin/forgot-password', { body: { username } });
      setSent(true);
    } catch (error) {
      setErrorText(failureText(error, 'The link could not be sent. Please try again.'));
    }
    setBusy(false);
  }

  return (
    <SignInFrame title="Forgotten password">
      <form onSubmit={submit} noValidate>
        <Field label="Username" hint="Or your e-mail address" error={errorText}>
          {(control) => (
            <input {...control} name="username" autoComplete="username" autoCapitalize="none" required className="field" />
          )}
        </Field>
        <button type="submit" disabled={isBusy} className="btn btn-primary mt-6 w-full">
          {isBusy ? 'Sending…' : 'Send me a link'}
        </button>
        <p role="status" className="mt-4 text-sm">
          {isSent &&
            'If somebody on the staff has this name, a link is on its way to their address. It is good for 30 minutes; we send at most three an hour.'}
        </p>
      </form>
      <BackToLogin />
    </SignInFrame>
  );
}

/** Where the mailed link leads. One that was used or is too old says so, and offers a new one. */
export function ResetPage() {
  useTitle('New password');
  const [isDone, setDone] = useState(false);
  const { data: link, error } = useQuery(
    {
      queryKey: ['reset-link', token],
      queryFn: () => callApi('POST', '/auth/reset-password/check', { body: { token }, schema: resetLink }),
      retry: false,
      refetchOnWindowFocus: false,
    },
    queryClient,
  );

  return (
    <SignInFrame title="New password">
      {isDone ? (
        <p role="status">Your new password is set, and every device that was signed in is signed out.</p>
      ) : link ? (
        <NewPassword email={link.email} onDone={() => setDone(true)} />
      ) : error ? (
        <>
          <p role="alert">
            {error instanceof ApiFailure && error.status === 422
              ? 'This link is not complete. Open it as we sent it.'
              : failureText(error, 'The link could not be checked. Please try again in a moment.')}
          </p>
          <a href={FORGOT} className="btn btn-primary mt-6 w-full">
            Send me a new link
          </a>
        </>
      ) : (
        <Spinner label="Checking the link…" />
      )}
      <BackToLogin />
    </SignInFrame>
  );
}

function NewPassword({ email, onDone }: { email: string; onDone(): void }) {
  const [errorText, setErrorText] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const checked = newPassword.safeParse(password);
    if (!checked.success) return setErrorText(checked.error.issues[0]?.message ?? 'Choose a password');
    setBusy(true);
    setErrorText('');
    try {
      await callApi('POST', '/auth/reset-password', { body: { token, password } });
      onDone();
    } catch (error) {
      setErrorText(failureText(error, 'The password could not be set. Please try again.'));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className="mb-5">
        For your account <strong className="font-medium break-words">{email}</strong>
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="New password" hint="At least 10 characters" error={errorText}>
        {(control) => (
          <input {...control} name="password" type="password" autoComplete="new-password" required className="field" />
        )}
      </Field>
      <button type="submit" disabled={isBusy} className="btn btn-primary mt-6 w-full">
        {isBusy ? 'Saving…' : 'Set password'}
      </button>
    </form>
  );
}

function BackToLogin() {
  return (
    <p className="mt-6 text-center text-sm">
      <a href={LOGIN} className="inline-flex min-h-11 items-center underline underline-offset-4">
        Go to the login
      </a>
    </p>
  );
}
