import { useStore } from '@nanostores/react';
import { ArrowLeft } from 'lucide-react';
import { $session } from '#admin/shell/session.ts';
import { useTitle } from '#admin/shell/use-title.ts';
import { SHOP } from '#shared/shop.ts';
import { LoginForm } from './LoginForm.tsx';

/** The door of the staff app. Once it opens, the guard leads to where the visitor wanted to go. */
export function LoginPage() {
  const session = useStore($session);
  const ended = session.state === 'signedOut' ? session.ended : null;
  useTitle('Admin Login');

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <p className="font-serif text-4xl">{SHOP.name}</p>
      <p className="mt-1 text-sm text-muted">Inventory Management System</p>
      <div className="mt-8 w-full max-w-sm rounded-2xl border border-line bg-white p-6 sm:p-8">
        <h1 className="mb-6 font-serif text-2xl">Admin Login</h1>
        {ended && (
          <p role="status" className="-mt-3 mb-5 text-sm text-ink-soft">
            Your session has ended. Sign in again to go on where you were.
          </p>
        )}
        <LoginForm username={ended?.username ?? ''} />
      </div>
      <a href="/" className="bar-button mt-6 px-4">
        <ArrowLeft aria-hidden className="size-4" />
        Back to Home
      </a>
    </main>
  );
}
