import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { CONDITIONS, counted } from '#domain/status/conditions.ts';
import type { Condition, ShopStatus } from '#domain/status/contract.ts';
import { Backups } from './Backups.tsx';
import { BrowserErrors } from './BrowserErrors.tsx';
import { ConditionForm } from './ConditionForm.tsx';
import { Failures } from './Failures.tsx';
import { statusQuery } from './status-api.ts';

/** Housekeeping looks every five minutes; whoever watches sees sooner that it is well again. */
const LIVE_MS = 30_000;

/** What is wrong with the shop, since when and what to do about it, and what owners are told of by mail. */
export default function StatusPage() {
  const queryClient = useQueryClient();
  const [edited, setEdited] = useState<Condition | null>(null);
  const { data, error } = useQuery({ ...statusQuery, refetchInterval: LIVE_MS });

  function keep(status: ShopStatus) {
    queryClient.setQueryData(statusQuery.queryKey, status);
    toast('Saved. The next check is within five minutes.');
  }

  if (!data) {
    return (
      <Screen title="Status">
        {error ? (
          <p role="alert" className="text-sm text-danger">
            {failureText(error, 'Failed to load the status')}
          </p>
        ) : (
          <Spinner />
        )}
      </Screen>
    );
  }
  const troubles = data.conditions.filter(({ since }) => since !== null);
  return (
    <Screen
      title="Status"
      actions={
        <Link href="/admin/first-day" className="btn btn-outline px-4">
          First day in the shop
        </Link>
      }
    >
      <section aria-label="Right now">
        {data.writeProblem && <NothingKept problem={data.writeProblem} />}
        {troubles.length === 0 && !data.writeProblem ? (
          <p className="panel flex items-center gap-3 p-4">
            <StatusBadge label={{ text: 'All is well', tone: 'tone-done' }} />
            <span className="text-sm text-ink-soft">Nothing needs you.</span>
          </p>
        ) : (
          <ul className="space-y-3">
            {troubles.map((condition) => (
              <Trouble key={condition.kind} condition={condition} />
            ))}
          </ul>
        )}
      </section>
      <Failures failures={data.failures} />
      <BrowserErrors errors={data.browserErrors} />
      <Backups backups={data.backups} />
      <Watched conditions={data.conditions} onEdit={setEdited} />
      {edited && <ConditionForm condition={edited} onSaved={keep} onClose={() => setEdited(null)} />}
    </Screen>
  );
}

/** The one trouble that the database cannot note. */
function NothingKept({ problem }: { problem: string }) {
  return (
    <div role="alert" className="panel mb-3 p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium">Nothing can be saved</h2>
        <StatusBadge label={{ text: 'Needs you now', tone: 'tone-stop' }} />
      </div>
      <p className="mt-2 break-words">{problem}: nobody can order, and changes by staff are refused.</p>
      <p className="mt-1 text-sm text-ink-soft">
        Look at the disk of the project at Supabase under Settings, Database, and make it larger or free up space. On a machine of
        your own, free up space on the disk of the data folder. The shop then recovers by itself.
      </p>
    </div>
  );
}

function Trouble({ condition: { kind, since, details } }: { condition: Condition }) {
  const { name, trouble, remedy } = CONDITIONS[kind];
  return (
    <li className="panel p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-medium">{name}</h2>
        <StatusBadge label={{ text: 'Needs you', tone: 'tone-stop' }} />
        {since && <span className="text-sm text-ink-soft">Since {formatMoment(since)}</span>}
      </div>
      <p className="mt-2 break-words">{trouble(details ?? {})}</p>
      <p className="mt-1 text-sm text-ink-soft">{remedy}</p>
    </li>
  );
}

interface WatchedProps {
  conditions: Condition[];
  onEdit: (condition: Condition) => void;
}

function Watched({ conditions, onEdit }: WatchedProps) {
  return (
    <section className="mt-8">
      <h2 className="text-lg">What is watched</h2>
      <p className="mt-1 mb-3 text-sm text-ink-soft">
        Owners get a mail when one of these goes wrong, and another when it is well again.
      </p>
      <ul className="panel divide-y divide-line">
        {conditions.map((condition) => {
          const { name, unit } = CONDITIONS[condition.kind];
          return (
            <li key={condition.kind} className="flex items-center justify-between gap-x-4 px-4 py-2.5">
              <span>
                {name}
                <span className="block text-sm text-ink-soft">
                  {condition.isWatched ? `From ${counted(condition.threshold, ...unit)} on` : 'Not watched'}
                </span>
              </span>
              <MayButton right="set_rules" onClick={() => onEdit(condition)} className="btn btn-outline min-h-11 px-4">
                Change<span className="sr-only"> {name}</span>
              </MayButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
