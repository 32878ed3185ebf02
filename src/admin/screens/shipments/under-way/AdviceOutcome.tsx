import { useMutation } from '@tanstack/react-query';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { ParcelFacts } from './ParcelFacts.tsx';
import { postAdviceOutcome } from './under-way-api.ts';

/** Staff looked into the courier's portal: whether it has advice of which the shop does not know. */
export function AdviceOutcome({ parcel, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  return (
    <Dialog title={`Advice for ${parcel.orderNumber}`} size="narrow" onClose={onClose}>
      <ParcelFacts parcel={parcel} />
      <Choice parcel={parcel} onClose={onClose} />
    </Dialog>
  );
}

function Choice({ parcel: { id, orderNumber, courier, advice }, onClose }: { parcel: ParcelUnderWay; onClose: () => void }) {
  const report = useErrorBanner();
  const { mutate, isPending } = useMutation({
    mutationFn: (wasTaken: boolean) => postAdviceOutcome(id, wasTaken),
    onSuccess: () => {
      toast(`${orderNumber} is settled`);
      onClose();
    },
    onError: (error) => report(error, 'Failed to settle the advice'),
  });
  return (
    <>
      <p className="text-sm break-words">
        {courier} was told to {advice?.action === 'return' ? 'send it back' : 'deliver again'}
        {advice?.remarks && <bdi> (“{advice.remarks}”)</bdi>} and did not answer. Look into its portal: does it have that?
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button type="button" disabled={isPending} onClick={() => mutate(true)} className="btn btn-primary min-h-11 px-4">
          It has it
        </button>
        <button type="button" disabled={isPending} onClick={() => mutate(false)} className="btn btn-outline min-h-11 px-4">
          It does not
        </button>
      </div>
    </>
  );
}
