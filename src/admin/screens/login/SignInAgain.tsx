import { useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { endSession } from '#admin/platform/session.ts';
import type { Admin } from '#domain/accounts/contract.ts';
import { LoginForm } from './LoginForm.tsx';

/** The login as a dialog over unsaved work, when the session has ended. */
export function SignInAgain({ admin }: { admin: Admin }) {
  const [isLeaving, setLeaving] = useState(false);

  return (
    <Dialog title="Your session has ended" size="narrow" onClose={() => setLeaving(true)}>
      <p className="mb-5 text-sm text-ink-soft">Sign in again to go on. What you typed is still there.</p>
      <LoginForm username={admin.username} />
      {isLeaving && (
        <p role="alert" className="mt-4 text-sm">
          Leaving loses what you typed.{' '}
          <button type="button" onClick={endSession} className="text-danger underline underline-offset-4">
            Leave anyway
          </button>
        </p>
      )}
    </Dialog>
  );
}
