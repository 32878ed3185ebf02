import '#admin/kit/paper.css';
import Printer from 'virtual:icons/printer';
import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { SHOP } from '#built/settings.ts';
import { Spinner } from '#components/Spinner.tsx';
import { kilograms } from '#domain/couriers/booking-file.ts';
import { formatClaim } from '#domain/money.ts';
import type { LoadedParcel } from '#domain/shipments/labels.ts';
import { CourierPapers } from './CourierPapers.tsx';
import { type Load, loadsOf } from './loads.ts';
import { fetchLoadSheet } from './papers-api.ts';

interface Props {
  shipmentIds: string[];
  /** Whether a courier may have a sheet of its own for them. */
  hasCourierPapers?: boolean;
  onClose: () => void;
}

/** What riders sign for: a sheet for each courier, shown before it is printed. */
export function LoadSheet({ shipmentIds, hasCourierPapers = true, onClose }: Props) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['/shipments/load-sheet', shipmentIds],
    queryFn: () => fetchLoadSheet(shipmentIds),
    // What is signed is what is right now.
    gcTime: 0,
  });
  const loads = data && loadsOf(data);
  const left = data ? shipmentIds.length - data.length : 0;
  return (
    <Dialog
      title="Load sheet"
      size="wide"
      onClose={onClose}
      footer={
        <button type="button" disabled={!loads?.length} onClick={() => window.print()} className="btn btn-primary px-5">
          <Printer className="size-4" />
          {loads && loads.length > 1 ? `Print ${loads.length} sheets` : 'Print'}
        </button>
      }
    >
      {!loads && (isError && !isFetching ? <TryAgain onRetry={() => void refetch()} /> : <Spinner />)}
      {left > 0 && (
        <p role="status" className="mb-4 bg-notice px-4 py-3">
          {countText('parcel', left)} {left === 1 ? 'is' : 'are'} no longer to be delivered, and left out.
        </p>
      )}
      {loads?.map((load) => (
        <Shown key={load.carrier} load={load} />
      ))}
      {hasCourierPapers && <CourierPapers shipmentIds={shipmentIds} papers="load_sheet" />}
      {loads &&
        createPortal(
          <div aria-hidden="true" className="print-only sheets">
            {loads.map((load) => (
              <Sheet key={load.carrier} load={load} />
            ))}
          </div>,
          document.body,
        )}
    </Dialog>
  );
}

const nameOf = ({ carrier }: Load) => carrier || 'No courier named';

function totalText({ parcels, total, grams }: Load): string {
  return `${countText('parcel', parcels.length)} · ${formatClaim(total)} to collect · ${kilograms(grams)} kg`;
}

function Shown({ load }: { load: Load }) {
  return (
    <section aria-label={nameOf(load)} className="mb-6">
      <h3 className="text-xl" dir="auto">
        {nameOf(load)}
      </h3>
      <p className="mb-2 text-ink-soft tabular-nums">{totalText(load)}</p>
      <ol className="panel divide-y divide-line">
        {load.parcels.map((parcel) => (
          <li key={parcel.shipmentId} className="flex flex-wrap justify-between gap-x-4 px-4 py-2 tabular-nums">
            <span className="min-w-0 break-words">
              {parcel.trackingNumber || <span className="text-danger">No tracking number</span>} · {parcel.shipmentNumber}
            </span>
            <span className="ml-auto">
              <bdi>{parcel.city}</bdi> · {dueText(parcel)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function dueText({ due }: LoadedParcel): string {
  return due > 0 ? formatClaim(due) : 'Paid';
}

/** The paper that the rider signs. */
function Sheet({ load }: { load: Load }) {
  return (
    <article className="sheet">
      <header className="sheet-head">
        <div>
          <p className="sheet-title">{SHOP.name}</p>
          <p>{[SHOP.legalName, SHOP.phone].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="sheet-aside">
          <p className="sheet-title">
            <bdi>{nameOf(load)}</bdi>
          </p>
          <p>Load sheet of {formatMoment(new Date().toISOString())}</p>
        </div>
      </header>
      <table className="sheet-table">
        <thead>
          <tr>
            <th>No.</th>
            <th>Tracking number</th>
            <th>Order</th>
            <th>Shipment</th>
            <th>City</th>
            <th className="is-figure">Pieces</th>
            <th className="is-figure">kg</th>
            <th className="is-figure">To collect</th>
          </tr>
        </thead>
        <tbody>
          {load.parcels.map((parcel, place) => (
            <tr key={parcel.shipmentId}>
              <td>{place + 1}</td>
              <td>{parcel.trackingNumber || '–'}</td>
              <td>{parcel.orderNumber}</td>
              <td>{parcel.shipmentNumber}</td>
              <td>
                <bdi>{parcel.city}</bdi>
              </td>
              <td className="is-figure">{parcel.pieces}</td>
              <td className="is-figure">{kilograms(parcel.grams)}</td>
              <td className="is-figure">{dueText(parcel)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="sheet-end">
        <p className="sheet-total">{totalText(load)}</p>
        <p>Received complete and undamaged:</p>
        <dl className="sheet-lines">
          {['Rider’s name', 'Phone', 'Signature', 'Date and time'].map((line) => (
            <div key={line}>
              <dt>{line}</dt>
              <dd />
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
}
