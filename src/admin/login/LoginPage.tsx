import { type FormEvent, useState } from 'react';
import { signIn } from '#admin/shell/session.ts';
import { useTitle } from '#admin/shell/use-title.ts';
import { Field } from '#components/ui/Field.tsx';
import { Icon } from '#components/ui/Icon.tsx';
import { SHOP } from '#shared/shop.ts';
import { loginFailureText } from './login-failure-text.ts';

interface Missing {
  username?: string;
  password?: string;
}

/** The door of the staff app. Once it opens, the guard leads to where the visitor wanted to go. */
export function LoginPage() {
  const [missing, setMissing] = useState<Missing>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  useTitle('Admin Login');

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
      setFailure(loginFailureText(error));
      setBusy(false);
      focusOn(form, 'password');
    }
  }

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <p className="font-serif text-4xl">{SHOP.name}</p>
      <p className="mt-1 text-sm text-muted">Inventory Management System</p>
      <form onSubmit={submit} noValidate className="mt-8 w-full max-w-sm rounded-2xl border border-line bg-white p-6 sm:p-8">
        <h1 className="mb-6 font-serif text-2xl">Admin Login</h1>
        <Field label="Username" hint="Or your e-mail address" error={missing.username}>
          {(control) => (
            <input
              {...control}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              maxLength={254}
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
              autoComplete="current-password"
              required
              maxLength={200}
              className="field"
            />
          )}
        </Field>
        <button type="submit" disabled={busy} className="btn btn-primary mt-6 w-full">
          {busy ? 'Signing in…' : 'Login'}
        </button>
        <p role="alert" className="mt-4 text-sm text-danger empty:hidden">
          {failure}
        </p>
      </form>
      <a href="/" className="bar-button mt-6 px-4">
        <Icon name="arrow-left" className="size-4" />
        Back to Home
      </a>
    </main>
  );
}

function focusOn(form: HTMLFormElement, name: keyof Missing): void {
  form.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus();
}
