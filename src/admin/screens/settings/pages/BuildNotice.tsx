import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import { buildNotice, isUsedUp } from './build-notice.ts';
import { buildNow, siteBuildsQuery } from './settings-api.ts';

const DOTS = {
  online: 'bg-leaf',
  waiting: 'bg-gold animate-pulse motion-reduce:animate-none',
  error: 'bg-danger',
} as const;

/** Tells whether the pages show the saved settings or when they will, with a button to build now. */
export function BuildNotice({ savedAt }: { savedAt: string | null }) {
  const query = siteBuildsQuery(savedAt);
  const { data: status } = useQuery(query);
  const client = useQueryClient();
  const report = useErrorBanner();
  const [isAsking, setAsking] = useState(false);
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: buildNow,
    onSuccess: (answer) => {
      client.setQueryData(query.queryKey, answer);
      toast('A build was asked for');
    },
    onSettled: (_, failure) => report(failure, 'Failed to ask for a build'),
  });
  const notice = status && buildNotice(status, Date.now());
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft lg:mb-5">
      <p role="status" className="min-w-0 grow basis-72">
        {notice && (
          <>
            <span aria-hidden className={`mr-2 inline-block size-2 rounded-full ${DOTS[notice.tone]}`} />
            {notice.text}
          </>
        )}
      </p>
      {notice?.tone === 'online' && (
        <a href="/" target="_blank" rel="noopener" className="underline decoration-gold underline-offset-4">
          Look at the shop
        </a>
      )}
      {status?.hasHook && !status.runningSince && (
        <button
          type="button"
          onClick={() => (isUsedUp(status) ? setAsking(true) : mutate(false))}
          disabled={isPending}
          className="btn btn-outline px-4"
        >
          {isPending ? 'Asking…' : 'Build now'}
        </button>
      )}
      {isAsking && status && (
        <ConfirmDialog
          question="Build although today’s builds are used up?"
          detail={`${status.buildsToday} of ${status.buildsPerDay} builds began today. Each is a deploy, which hosting plans count.`}
          action="Build anyway"
          busyAction="Asking…"
          failure="Failed to ask for a build"
          tone="plain"
          onConfirm={() => mutateAsync(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
