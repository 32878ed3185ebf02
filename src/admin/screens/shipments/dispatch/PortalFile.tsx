import Download from 'virtual:icons/download';
import Upload from 'virtual:icons/upload';
import { useMutation } from '@tanstack/react-query';
import { WithoutPaper } from '#admin/data/shipments/labels/WithoutPaper.tsx';
import { download } from '#admin/kit/download.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { toast } from '#admin/kit/toast.ts';
import type { PortalFile as File, PortalWork } from '#domain/couriers/contract.ts';
import { takePortalFile } from './dispatch-api.ts';

const REASONS: Record<File['left'][number]['reason'], string> = {
  over: 'It is no longer to be delivered. Enter that it is not there.',
  differs: 'A different sum is due now. Enter that it is not there, and book it again.',
};

/** The file of a courier without an API: out for its portal, and its tracking numbers back. */
export function PortalFile({ work, onAnswer }: { work: PortalWork; onAnswer: () => void }) {
  const { courierId, courier, fresh, waiting } = work;
  const report = useErrorBanner();
  const take = useMutation({
    mutationFn: (again: boolean) => takePortalFile(courierId, again),
    onSuccess: ({ name, csv, parcels }) => {
      if (parcels === 0) return;
      download(name, csv);
      toast(`${countText('parcel', parcels)} in ${name}`);
    },
    onSettled: (_, failure) => report(failure, `Failed to make the file for ${courier}`),
  });
  return (
    <>
      <p className="mt-1 text-sm text-ink-soft">{stepText(fresh, waiting)}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {fresh > 0 && (
          <MayButton
            right="send_parcels"
            disabled={take.isPending}
            onClick={() => take.mutate(false)}
            className="btn btn-primary min-h-11 px-4"
          >
            <Download className="size-4" />
            {take.isPending ? 'Making the file…' : `File of ${countText('new parcel', fresh)}`}
          </MayButton>
        )}
        <MayButton
          right="send_parcels"
          onClick={onAnswer}
          className={`btn min-h-11 px-4 ${fresh > 0 ? 'btn-outline' : 'btn-primary'}`}
        >
          <Upload className="size-4" />
          Add tracking numbers
        </MayButton>
        {waiting > 0 && (
          <MayButton
            right="send_parcels"
            disabled={take.isPending}
            onClick={() => take.mutate(true)}
            className="btn btn-quiet min-h-11"
          >
            File of all {fresh + waiting} again
          </MayButton>
        )}
      </div>
      <div role="status">
        {take.data && (
          <WithoutPaper
            title="Not in the file"
            parcels={take.data.left.map(({ shipmentNumber, reason }) => ({ shipmentNumber, reason: REASONS[reason] }))}
          />
        )}
      </div>
    </>
  );
}

/** What is done next. */
function stepText(fresh: number, waiting: number): string {
  if (fresh === 0)
    return `Upload the file to its portal, and add the tracking ${waiting === 1 ? 'number' : 'numbers'} that it gives.`;
  return waiting === 0
    ? `${fresh === 1 ? 'It is' : 'They are'} in no file yet. Save the file, and upload it to the portal.`
    : `${fresh} ${fresh === 1 ? 'is' : 'are'} in no file yet, ${waiting} ${waiting === 1 ? 'waits for its number' : 'wait for their numbers'}.`;
}
