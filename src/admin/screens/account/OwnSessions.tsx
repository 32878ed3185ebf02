import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { SessionList } from '#admin/data/accounts/SessionList.tsx';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { OpenSession } from '#domain/accounts/contract.ts';
import { deleteSession, ownSessions, postEndOthers } from './account-api.ts';

/** The member's own sessions. An ended session is refused from its next request on. */
export function OwnSessions() {
  const { data: sessions, error, isError, refetch } = useQuery(ownSessions);
  const [unwanted, setUnwanted] = useState<OpenSession | 'others' | null>(null);
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load your sessions'), [error, report]);
  const { mutateAsync } = useMutation<unknown, Error, OpenSession | 'others'>({
    mutationFn: (which) => (which === 'others' ? postEndOthers() : deleteSession(which.id)),
    onSuccess: (_, which) => toast(which === 'others' ? 'All other sessions were ended' : 'The session was ended'),
  });

  return (
    <section aria-labelledby="sessions" className="panel p-4 sm:p-5">
      <h2 id="sessions" className="text-xl">
        Where you are signed in
      </h2>
      <p className="mt-1 text-sm text-muted">A session ends by itself after twelve hours. End any that you do not recognise.</p>
      {sessions ? (
        <>
          <SessionList label="Where you are signed in" sessions={sessions} onEnd={setUnwanted} />
          {sessions.length > 1 && (
            <button type="button" onClick={() => setUnwanted('others')} className="btn btn-outline mt-2">
              End all others
            </button>
          )}
        </>
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading sessions…" />
      )}
      {unwanted && (
        <ConfirmDialog
          question={unwanted === 'others' ? 'End all other sessions?' : `End the session of ${unwanted.device}?`}
          detail={
            unwanted === 'others'
              ? 'Every other browser and phone has to sign in again, as a new device.'
              : 'That browser has to sign in again.'
          }
          action="End"
          failure="Failed to end the session"
          onConfirm={() => mutateAsync(unwanted)}
          onClose={() => setUnwanted(null)}
        />
      )}
    </section>
  );
}
