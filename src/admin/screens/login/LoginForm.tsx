import { type FormEvent, useState } from 'react';
import { signIn } from '#admin/platform/session.ts';
import { Field } from '#components/Field.tsx';
import { CodeForm } from './CodeForm.tsx';
import { loginFailureText, needsCode } from './login-failure-text.ts';
import { SignInButton } from './SignInButton.tsx';

interface Missing {
  username?: string;
  password?: string;
}

/** Asks for user name and password, and then for the code where a second factor is on. */
export function LoginForm({ username: known = '', password: knownPassword = '' }: { username?: string; password?: string }) {
  const [missing, setMissing] = useState<Missing>({});
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  /** The accepted pair, while its code is asked for. */
  const [pair, setPair] = useState<{ username: string; password: string } | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form);
    const username = String(typed.get('username')).trim();
    const password = String(typed.get('password'));
    setFailure('');
    setMissing({ ...(!username && { username: 'Enter your username' }), ...(!password && { password: 'Enter your password' }) });
    if (!username || !password) return focusOn(form, username ? 'password' : 'username');

    setBusy(true);
    try {
      await signIn(username, password);
    } catch (error) {
      setBusy(false);
      if (needsCode(error)) return setPair({ username, password });
      setFailure(loginFailureText(error));
      focusOn(form, 'password');
    }
  }

  if (pair) return <CodeForm {...pair} onBack={() => setPair(null)} />;
  return (
    <form onSubmit={submit} noValidate>
      <Field label="Username" hint="Or your e-mail address" error={missing.username}>
        {(control) => (
          <input
            {...control}
            name="username"
            defaultValue={known}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            className="field"
          />
        )}
      </Field>
      <Field label="Password" error={missing.password} className="mt-4">
        {(control) => (
          <input
            {...control}
            name="password"
            type="password"
            defaultValue={knownPassword}
            autoComplete="current-password"
            required
            className="field"
          />
        )}
      </Field>
      <SignInButton label="Login" isBusy={isBusy} failure={failure} />
    </form>
  );
}

function focusOn(form: HTMLFormElement, name: keyof Missing): void {
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}
