import FileText from 'virtual:icons/file-text';
import Printer from 'virtual:icons/printer';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { placeOf } from '#admin/data/orders/labels.ts';
import { setShipmentStatuses } from '#admin/data/shipments/definition.ts';
import { LoadSheet } from '#admin/data/shipments/labels/LoadSheet.tsx';
import { ParcelLabels } from '#admin/data/shipments/labels/ParcelLabels.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { countText, refusalText } from '#admin/kit/outcome-text.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import { WORDS } from '#admin/kit/SelectBox.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import { ApiFailure } from '#browser/api.ts';
import type { DispatchRow } from '#domain/couriers/dispatch.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import { weightText } from './dispatch-text.ts';

interface Props {
  courier: string;
  rows: DispatchRow[];
}

/** Booked parcels of a courier, until its rider has them: those that are ticked go with him. */
export function HandOver({ courier, rows }: Props) {
  const [staying, setStaying] = useState<ReadonlySet<string>>(new Set());
  const going = rows.filter(({ id }) => !staying.has(id));
  const report = useErrorBanner();
  const failure = `Failed to hand over the parcels of ${courier}`;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      setShipmentStatuses(
        going.flatMap(({ shipment }) => shipment ?? []),
        'shipped',
      ),
    onSuccess: (outcomes) => {
      const named = outcomes.map(({ refusal }, n) => ({ name: going[n]?.orderNumber ?? '', refusal }));
      const handed = named.filter(({ refusal }) => !refusal).length;
      // What stayed waits for the next rider.
      setStaying(new Set());
      if (handed > 0) toast(`${countText('parcel', handed)} handed over to ${courier}`);
      const refused = refusalText('parcel', named);
      report(refused ? new ApiFailure(409, 'some_refused', refused) : null, failure);
    },
    onError: (error) => report(error, failure),
  });
  const toggle = (id: string) => {
    const next = new Set(staying);
    if (!next.delete(id)) next.add(id);
    setStaying(next);
  };
  const name = courier || 'No courier named';
  const [papers, setPapers] = useState<'labels' | 'load sheet' | null>(null);
  const Papers = papers === 'labels' ? ParcelLabels : LoadSheet;

  return (
    <section aria-label={`To hand over: ${name}`} className="panel mb-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
        <div className="min-w-0 grow basis-64">
          <h2 className="panel-heading break-words">{name}</h2>
          <p className="text-sm text-ink-soft">{sumText(going)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            onClick={() => setPapers('labels')}
            disabled={going.length === 0}
            className="btn btn-outline min-h-11 px-3"
          >
            <Printer className="size-4" />
            Parcel labels
          </button>
          <button
            type="button"
            onClick={() => setPapers('load sheet')}
            disabled={going.length === 0}
            className="btn btn-outline min-h-11 px-3"
          >
            <FileText className="size-4" />
            Load sheet
          </button>
          <button
            type="button"
            disabled={isPending || going.length === 0}
            onClick={() => mutate()}
            className="btn btn-primary min-h-11 px-4"
          >
            {isPending ? 'Handing over…' : `Hand over ${going.length}`}
          </button>
        </div>
      </div>
      <details className="border-t border-line px-4">
        <summary className="flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
          {rows.length === 1 ? 'Its parcel' : `Its ${rows.length} parcels`}
        </summary>
        <ul className="divide-y divide-line pb-2">
          {rows.map((row) => (
            <li key={row.id} className="flex items-center gap-2">
              <label className="select-box -ml-2">
                <input type="checkbox" checked={!staying.has(row.id)} onChange={() => toggle(row.id)} className="checkbox" />
                <span className={WORDS}>{`${row.orderNumber} goes with ${name}`}</span>
              </label>
              <p className="min-w-0 grow py-2 break-words">
                <Link href={`/admin/orders/${row.orderNumber}`} className="font-medium underline-offset-4 hover:underline">
                  {row.orderNumber}
                </Link>{' '}
                <bdi>{row.customerName}</bdi>, <bdi>{placeOf(row)}</bdi>
                <span className="block text-sm text-muted tabular-nums">{row.shipment?.trackingNumber}</span>
              </p>
              <span className="shrink-0 text-sm tabular-nums">{formatPrice(row.toCollect)}</span>
            </li>
          ))}
        </ul>
      </details>
      {papers && (
        <Papers
          shipmentIds={shipmentIdsOf(going)}
          hasCourierPapers={going.some(({ booking }) => booking?.state === 'booked' && booking.adapter !== 'generic')}
          onClose={() => setPapers(null)}
        />
      )}
    </section>
  );
}

const shipmentIdsOf = (rows: DispatchRow[]) => rows.flatMap(({ shipment }) => shipment?.id ?? []);

/** What the rider takes and brings back: `48 parcels · 21.3 kg · Rs. 96,400 to collect`. */
function sumText(rows: DispatchRow[]): string {
  const grams = rows.reduce((sum, row) => sum + row.grams, 0);
  const seen = rows.every(({ toCollect }) => !isHiddenSum(toCollect));
  const due = rows.reduce((sum, row) => sum + row.toCollect, 0);
  return [countText('parcel', rows.length), weightText(grams), seen && `${formatPrice(due)} to collect`]
    .filter(Boolean)
    .join(' · ');
}
