import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signIn } from '#admin/platform/session.ts';
import { Field } from '#components/Field.tsx';
import { loginFailureText } from './login-failure-text.ts';
import { SignInButton } from './SignInButton.tsx';

interface Props {
  /** The accepted pair of the first step, kept in memory only. */
  username: string;
  password: string;
  onBack: () => void;
}

/** The second step of a sign-in: the code of the second factor. */
export function CodeForm({ username, password, onBack }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);

  useEffect(() => input.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    setFailure(code ? '' : 'Enter a code');
    if (!code) return input.current?.focus();
    setBusy(true);
    try {
      await signIn(username, password, code);
    } catch (error) {
      setFailure(loginFailureText(error));
      setBusy(false);
      input.current?.select();
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <p className="mb-5">Enter the code that your authenticator app shows, or one of your recovery codes.</p>
      <Field label="Code">
        {(control) => (
          <input
            {...control}
            ref={input}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={60}
            className="field"
          />
        )}
      </Field>
      <SignInButton label="Continue" isBusy={isBusy} failure={failure} />
      <p className="mt-4 text-sm text-muted">
        Phone and codes lost? An owner of the shop can reset your second factor.{' '}
        <button type="button" onClick={onBack} className="text-ink underline underline-offset-4">
          Start over
        </button>
      </p>
    </form>
  );
}
