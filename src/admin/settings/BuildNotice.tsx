import { formatMoment } from '#admin/kit/formats.ts';
import { isOnline, useBuiltAt } from './settings-api.ts';

/** Builds begin within a minute and take less than one; after this something is wrong with them. */
const USUAL_MS = 5 * 60_000;

/** Whether the pages show what was saved. */
export function BuildNotice({ savedAt }: { savedAt: string | null }) {
  const builtAt = useBuiltAt(savedAt);
  return (
    <p role="status" className="mb-5 flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-ink-soft">
      {builtAt !== undefined &&
        savedAt &&
        (isOnline(savedAt, builtAt) ? <Online builtAt={builtAt} /> : <Waiting savedAt={savedAt} />)}
    </p>
  );
}

function Online({ builtAt }: { builtAt: string | null }) {
  return (
    <>
      <span>
        <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-leaf" />
        The shop shows these settings. Its pages were built {formatMoment(builtAt ?? '')}.
      </span>
      <a href="/" target="_blank" rel="noopener" className="underline decoration-gold underline-offset-4">
        Look at the shop
      </a>
    </>
  );
}

function Waiting({ savedAt }: { savedAt: string }) {
  const isLate = Date.now() - Date.parse(savedAt) > USUAL_MS;
  return (
    <span>
      <span aria-hidden className="mr-2 inline-block size-2 animate-pulse rounded-full bg-gold motion-reduce:animate-none" />
      {isLate
        ? `The pages have not been rebuilt since you saved (${formatMoment(savedAt)}). The old ones stay online; whoever runs the site can see why in its deploys.`
        : 'Saved. Orders follow at once; the pages are being rebuilt and show it in about a minute.'}
    </span>
  );
}
