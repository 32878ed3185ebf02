import { useState } from 'react';
import { shopperToken } from '#features/shopper/shopper-session.ts';
import { attempt, type Outcome } from './account-links.ts';

/** Above the orders of an account whose address is not proved: why some may be missing or open no page, and the mail again. */
export function AddressNotice({ email }: { email: string }) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);

  const send = async () => {
    setIsBusy(true);
    setOutcome(await attempt('/auth/address-proof/send', {}, shopperToken()).finally(() => setIsBusy(false)));
  };

  return (
    <div className="mb-4 bg-notice px-4 py-3 text-sm">
      <p>
        Please confirm your e-mail address: open the link that we sent to{' '}
        <strong className="font-medium break-words">{email}</strong>. Until then orders that you placed with it without signing in
        are not shown here, and orders of other devices can only be tracked.
      </p>
      <button type="button" onClick={send} disabled={isBusy} className="min-h-11 font-medium underline underline-offset-4">
        {isBusy ? 'Sending...' : 'Send again'}
      </button>
      <p role="status" className="text-leaf">
        {outcome?.kind === 'done' && 'Sent. Check your spam folder, too.'}
      </p>
      <p role="alert" className="text-danger">
        {outcome?.kind === 'refused' && outcome.text}
      </p>
    </div>
  );
}
