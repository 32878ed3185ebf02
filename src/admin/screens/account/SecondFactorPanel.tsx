import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { SecondFactor } from '#domain/accounts/second-factor.ts';
import { ownSecondFactor } from './account-api.ts';
import { RenewCodes, SwitchOff } from './ProofDialogs.tsx';
import { SwitchOn } from './SwitchOn.tsx';

type Change = 'on' | 'off' | 'codes';

/** The member's own second factor: whether it is on, and the buttons to change it. */
export function SecondFactorPanel() {
  const { data: factor, error, isError, refetch } = useQuery(ownSecondFactor);
  const [change, setChange] = useState<Change | null>(null);
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load your second factor'), [error, report]);
  const close = () => {
    setChange(null);
    void refetch();
  };

  return (
    <section aria-labelledby="second-factor" className="panel p-4 sm:p-5">
      <h2 id="second-factor" className="text-xl">
        Second factor
      </h2>
      <p className="mt-1 text-sm text-muted">
        Besides the password, a code from an app on your phone. Your password alone is no longer enough to sign in.
      </p>
      {factor ? (
        <Standing factor={factor} onChange={setChange} />
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading…" />
      )}
      {change === 'on' && (
        <Dialog title="Switch on a second factor" size="narrow" onClose={close}>
          <SwitchOn onDone={close} />
        </Dialog>
      )}
      {change === 'codes' && <RenewCodes onClose={close} />}
      {change === 'off' && <SwitchOff onClose={close} />}
    </section>
  );
}

function Standing({ factor, onChange }: { factor: SecondFactor; onChange: (change: Change) => void }) {
  if (!factor.since) {
    return (
      <>
        <p className="mt-4">
          <span className="badge tone-plain">Off</span>
        </p>
        <button type="button" onClick={() => onChange('on')} className="btn btn-primary mt-4">
          Switch on
        </button>
      </>
    );
  }
  return (
    <>
      <p className="mt-4 flex flex-wrap items-center gap-2">
        <span className="badge tone-done">On</span>
        <span className="text-sm text-muted">Since {formatDay(factor.since)}</span>
      </p>
      <p className={`mt-3 text-sm ${factor.codesLeft < 3 ? 'text-danger' : ''}`}>
        {factor.codesLeft} of 10 recovery codes left.{factor.codesLeft < 3 && ' Make new ones before you need them.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" onClick={() => onChange('codes')} className="btn btn-outline">
          New recovery codes
        </button>
        {!factor.isRequired && (
          <button type="button" onClick={() => onChange('off')} className="btn btn-quiet px-3 text-danger">
            Switch off
          </button>
        )}
      </div>
      {factor.isRequired && <p className="mt-3 text-sm text-muted">It stays on: everybody on the staff needs one.</p>}
    </>
  );
}
