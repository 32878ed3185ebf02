import Printer from 'virtual:icons/printer';
import { useStore } from '@nanostores/react';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { Select } from '#admin/kit/Select.tsx';
import { Field } from '#components/Field.tsx';
import type { ParcelLabel, PrintedLabel } from '#domain/shipments/labels.ts';
import { CourierPapers } from './CourierPapers.tsx';
import { $labelPaper, type LabelPaper, PAPERS } from './label-papers.ts';
import { printLabels } from './papers-api.ts';
import { WithoutPaper } from './WithoutPaper.tsx';

/** Barcodes, codes and number words come with the first print. */
const LabelSheets = lazy(() => import('./LabelSheets.tsx'));

const PAPER_OPTIONS = (Object.entries(PAPERS) as [LabelPaper, string][]).map(([value, label]) => ({ value, label }));

interface Props {
  shipmentIds: string[];
  /** Prints without another press, on the paper of the last time. */
  printsAtOnce?: boolean;
  /** Whether a courier may have labels of its own for them. */
  hasCourierPapers?: boolean;
  onClose: () => void;
}

/** Prints the labels of parcels, each of which is written down. Those that get none say why. */
export function ParcelLabels({ shipmentIds, printsAtOnce = false, hasCourierPapers = true, onClose }: Props) {
  const count = shipmentIds.length;
  return (
    <Dialog title={count === 1 ? 'Parcel label' : `${count} parcel labels`} size="narrow" onClose={onClose}>
      <Printing shipmentIds={shipmentIds} printsAtOnce={printsAtOnce} />
      {hasCourierPapers && <CourierPapers shipmentIds={shipmentIds} papers="labels" />}
    </Dialog>
  );
}

function Printing({ shipmentIds, printsAtOnce }: { shipmentIds: string[]; printsAtOnce: boolean }) {
  const paper = useStore($labelPaper);
  const report = useErrorBanner();
  const [toPrint, setToPrint] = useState<ParcelLabel[]>([]);
  const { data, mutate, isPending } = useMutation({
    mutationFn: () => printLabels(shipmentIds),
    onSuccess: (printed) => setToPrint(printed.flatMap(({ label }) => label ?? [])),
    onSettled: (_, failure) => report(failure, 'Failed to print the parcel labels'),
  });
  const begin = useEffectEvent(() => {
    if (printsAtOnce) mutate();
  });
  useEffect(() => begin(), []);
  const endPrinting = useCallback(() => setToPrint([]), []);
  const printed = data?.filter(({ label }) => label).length ?? 0;
  return (
    <>
      <Field label="Paper">
        {(control) => (
          <Select
            {...control}
            value={paper}
            options={PAPER_OPTIONS}
            onChange={(chosen) => $labelPaper.set(chosen)}
            className="w-full"
          />
        )}
      </Field>
      <div role="status">
        {data && printed > 0 && <p className="mt-4">{countText('parcel label', printed)} went to the printer.</p>}
        {data && <WithoutPaper title="No parcel label" parcels={refusalsOf(data)} />}
      </div>
      <div className="mt-5 flex justify-end">
        <MayButton right="send_parcels" disabled={isPending} onClick={() => mutate()} className="btn btn-primary px-5">
          <Printer className="size-4" />
          {isPending ? 'Preparing…' : data ? 'Print again' : `Print ${countText('parcel label', shipmentIds.length)}`}
        </MayButton>
      </div>
      {toPrint.length > 0 && (
        <Suspense>
          <LabelSheets labels={toPrint} paper={paper} onPrinted={endPrinting} />
        </Suspense>
      )}
    </>
  );
}

function refusalsOf(printed: PrintedLabel[]) {
  return printed.flatMap(({ refusal }) => {
    if (!refusal) return [];
    const { shipmentNumber = '' } = (refusal.details ?? {}) as { shipmentNumber?: string };
    return [{ shipmentNumber, reason: refusal.message }];
  });
}
