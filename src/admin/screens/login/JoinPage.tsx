import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SignInFrame } from '#admin/data/accounts/SignInFrame.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { LOGIN } from '#admin/platform/location.ts';
import { queryClient } from '#admin/platform/query-client.ts';
import { navigate } from '#admin/platform/router.ts';
import { signIn } from '#admin/platform/session.ts';
import { useTitle } from '#admin/platform/use-title.ts';
import { callApi } from '#browser/api.ts';
import { Field } from '#components/Field.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { newPassword } from '#domain/accounts/new-password.ts';
import { invited } from '#domain/staff/contract.ts';

/** The token of the invitation. After the # of its link, so that no server log ever holds it. */
const token = window.location.hash.slice(1);

/** Where an invitation leads: the new member chooses a password and is signed in. */
export default function JoinPage() {
  useTitle('Join');
  const { data: invitation, error } = useQuery(
    {
      queryKey: ['invitation', token],
      queryFn: () => callApi('POST', '/staff/invitations/check', { body: { token }, schema: invited }),
    },
    queryClient,
  );

  return (
    <SignInFrame title="Join the staff">
      {invitation ? (
        <PasswordForm {...invitation} />
      ) : error ? (
        <p role="alert">{failureText(error, 'The invitation could not be checked. Please try again in a moment.')}</p>
      ) : (
        <Spinner label="Checking the invitation…" />
      )}
    </SignInFrame>
  );
}

function PasswordForm({ email, username }: { email: string; username: string }) {
  const [errorText, setErrorText] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('password'));
    const checked = newPassword.safeParse(typed);
    if (!checked.success) return setErrorText(checked.error.issues[0]?.message ?? 'Choose a password');
    setBusy(true);
    setErrorText('');
    try {
      await callApi('POST', '/staff/join', { body: { token, password: typed }, schema: invited });
      await signIn(username, typed);
      // Whoever is signed in is led on from there, to where their work begins.
      navigate(LOGIN, { replace: true });
    } catch (error) {
      setErrorText(failureText(error, 'Joining did not work. Please try again.'));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className="mb-5">
        You will sign in as <strong className="font-medium">{username}</strong> ({email}).
      </p>
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <Field label="Your password" hint="At least 10 characters" error={errorText}>
        {(control) => (
          <input {...control} name="password" type="password" autoComplete="new-password" required className="field" />
        )}
      </Field>
      <button type="submit" disabled={isBusy} className="btn btn-primary mt-6 w-full">
        {isBusy ? 'Joining…' : 'Join'}
      </button>
    </form>
  );
}
