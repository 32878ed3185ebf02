import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { $shopper, shopperToken } from '#features/shopper/shopper-session.ts';
import { attempt, linkToken, type Outcome } from './account-links.ts';
import { LoginForm } from './LoginForm.tsx';

/** Where the mailed link leads that proves an address: only whoever is signed in to that account can, so visitors sign in here first. */
export function ConfirmAddress() {
  const shopper = useStore($shopper, { ssr: () => undefined });
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    const session = shopper && shopperToken();
    if (session) void attempt('/auth/address-proof', { token: linkToken() }, session).then(setOutcome);
  }, [shopper]);

  if (!shopper) {
    return (
      <>
        <p className="mx-auto mb-6 max-w-md bg-notice px-4 py-3">Sign in to your account to confirm its address.</p>
        <LoginForm onSignedIn={() => undefined} />
      </>
    );
  }
  return (
    <div className="mx-auto min-h-48 max-w-md rounded-sm border border-line bg-white px-5 py-8 sm:px-9 sm:py-10">
      <p role="alert" className={outcome?.kind === 'refused' ? 'mb-6' : ''}>
        {outcome?.kind === 'refused' && outcome.text}
      </p>
      <p role="status" className={outcome?.kind === 'done' ? 'mb-6 text-leaf' : ''}>
        {outcome?.kind === 'done' &&
          'Your address is confirmed. Your account now also shows what you ordered with it without signing in.'}
      </p>
      {outcome ? (
        <a href="/profile" className="btn btn-primary w-full">
          My Profile
        </a>
      ) : (
        <div aria-hidden="true" className="skeleton h-24" />
      )}
    </div>
  );
}
