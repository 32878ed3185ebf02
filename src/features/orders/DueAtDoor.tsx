import type { ReactNode } from 'react';
import { OPENING } from '#built/door.ts';
import { formatClaim } from '#domain/money.ts';
import { rupeesInUrdu, rupeesInWords } from '#domain/money-words.ts';
import { formatDay } from '#domain/orders/labels.ts';
import type { OrderPage, ScannedLabel } from '#domain/orders/page-contract.ts';
import { OPENING_TEXTS } from '#domain/settings/opening.ts';
import { ReportAskedSum } from './ReportAskedSum.tsx';

type Due = NonNullable<OrderPage['dueAtDoor']>;

interface Props {
  /** Undefined while no parcel is to be delivered. */
  due: Due | undefined;
  /** The label that was scanned to get here. */
  label?: ScannedLabel;
  onReport: (fields: Record<string, string | number>) => Promise<void>;
}

/** What the rider may ask for, in figures and words of both languages, and whether the label that was scanned says so. */
export default function DueAtDoor({ due, label, onReport }: Props) {
  // Whoever scanned a label speaks of its parcel alone, also once it is noted as delivered.
  const reported = label
    ? [{ shipmentNumber: label.shipmentNumber, carrier: '', trackingNumber: '', due: label.dueNow, hasAsked: label.hasAsked }]
    : due?.parcels;
  return (
    <section aria-labelledby="due-title" className="rounded-sm border border-gold/60 bg-cream p-5 sm:p-8">
      {label?.state === 'outdated' && <Outdated label={label} />}
      {due ? <Sum due={due} /> : <NothingDue>{nothingOf(label)}</NothingDue>}
      {reported && <ReportAskedSum parcels={reported} takesNote={!label} onReport={onReport} />}
    </section>
  );
}

function nothingOf(label: ScannedLabel | undefined): string {
  return label?.state === 'over'
    ? 'This parcel has been delivered: please pay nobody for it again.'
    : 'Nothing of this order is to be delivered: please pay nobody for it.';
}

function Outdated({ label: { printedAt, due, dueNow } }: { label: ScannedLabel }) {
  const isOther = due !== null && due !== dueNow;
  return (
    <p role="alert" className="mb-5 border-l-4 border-danger bg-white px-4 py-3">
      <strong className="font-medium">The label on the parcel is out of date.</strong>{' '}
      {printedAt && `It was printed on ${formatDay(printedAt)}. `}
      {isOther
        ? `It says ${formatClaim(due)}, and ${dueNow > 0 ? `${formatClaim(dueNow)} is right` : 'nothing is to be paid'}: pay what stands here, not what the label says.`
        : 'What stands here is right.'}
      <span lang="ur" dir="rtl" className="mt-1 block">
        پارسل پر لگا لیبل پرانا ہے۔ صرف وہی رقم ادا کریں جو یہاں لکھی ہے۔
      </span>
    </p>
  );
}

function Sum({ due: { total, parcels } }: { due: Due }) {
  if (total === 0) return <NothingDue>Everything is paid. Take your parcel, and give the rider no money.</NothingDue>;
  return (
    <>
      <h2 id="due-title" className="text-2xl">
        Pay the rider exactly {formatClaim(total)}
      </h2>
      <p className="mt-2">{rupeesInWords(total)}. Nothing more: delivery is included.</p>
      <p lang="ur" dir="rtl" className="mt-1">
        رائیڈر کو صرف <bdi>{formatClaim(total)}</bdi> ادا کریں: {rupeesInUrdu(total)}۔ اس سے زیادہ کچھ نہیں۔
      </p>
      <p className="mt-2">
        {OPENING_TEXTS[OPENING].point}{' '}
        <span lang="ur" dir="rtl" className="block">
          {OPENING_TEXTS[OPENING].urdu}
        </span>
      </p>
      {parcels.length > 1 && (
        <>
          <p className="mt-4">In {parcels.length} parcels, each with its own sum:</p>
          <ul className="mt-1 space-y-1">
            {parcels.map(({ shipmentNumber, carrier, trackingNumber, due }) => (
              <li key={shipmentNumber} className="flex flex-wrap justify-between gap-x-4 tabular-nums">
                <span className="min-w-0 break-words">
                  {[carrier, trackingNumber].filter(Boolean).join(' ') || shipmentNumber}
                </span>
                <strong className="font-medium">{due > 0 ? formatClaim(due) : 'Nothing to pay'}</strong>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function NothingDue({ children }: { children: ReactNode }) {
  return (
    <>
      <h2 id="due-title" className="text-2xl">
        Nothing to pay at the door
      </h2>
      <p className="mt-2">{children}</p>
      <p lang="ur" dir="rtl" className="mt-1">
        رائیڈر کو کوئی رقم ادا نہ کریں۔
      </p>
    </>
  );
}
