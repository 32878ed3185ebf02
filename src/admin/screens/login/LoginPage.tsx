import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { SignInFrame } from '#admin/data/accounts/SignInFrame.tsx';
import { FORGOT } from '#admin/platform/location.ts';
import { $session } from '#admin/platform/session.ts';
import { useTitle } from '#admin/platform/use-title.ts';
import { LoginForm } from './LoginForm.tsx';

// Only a shop on this computer may be the demo: any other address loads nothing of this and asks nobody.
const DemoLogins = ['localhost', '127.0.0.1', '[::1]'].includes(window.location.hostname)
  ? lazy(async () => ({ default: (await import('./DemoLogins.tsx')).DemoLogins }))
  : null;

/** The login. After it, the guard leads to where the visitor wanted to go. */
export function LoginPage() {
  const session = useStore($session);
  const ended = session.state === 'signedOut' ? session.ended : null;
  /** Who of the demo's staff was chosen. */
  const [chosen, setChosen] = useState({ username: ended?.username ?? '', password: '' });
  useTitle('Admin Login');

  return (
    <SignInFrame title="Admin Login">
      {ended && (
        <p role="status" className="-mt-3 mb-5 text-sm text-ink-soft">
          Your session has ended. Sign in again to go on where you were.
        </p>
      )}
      <LoginForm key={chosen.username} {...chosen} />
      <p className="mt-4 text-center text-sm">
        <a href={FORGOT} className="inline-flex min-h-11 items-center underline underline-offset-4">
          Forgot password?
        </a>
      </p>
      {DemoLogins && (
        <Suspense>
          <DemoLogins onChoose={(username, password) => setChosen({ username, password })} />
        </Suspense>
      )}
    </SignInFrame>
  );
}
