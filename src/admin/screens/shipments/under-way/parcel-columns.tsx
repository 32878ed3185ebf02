import { Code } from '#admin/kit/Code.tsx';
import { formatDay, formatDaysAgo } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { countText } from '#admin/kit/outcome-text.ts';
import { Price } from '#admin/kit/Price.tsx';
import type { Column } from '#admin/kit/rows.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { deadlineText } from '#domain/couriers/attempt-answers.ts';
import type { ParcelList, ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { actionsFor, type ParcelAction } from './parcel-actions.ts';
import { attemptText, daysSince, lastHeard, nextStepText, parcelLabel, timeLeftText } from './under-way-text.ts';

/** The columns of a list, with the buttons of what can be done. */
export function parcelColumns(
  list: ParcelList,
  onAct: (action: ParcelAction, parcel: ParcelUnderWay) => void,
): Column<ParcelUnderWay>[] {
  return [
    {
      name: 'Order',
      slot: 'title',
      className: 'max-w-44 py-3!',
      cell: ({ orderNumber, recipientName, city }) => (
        <>
          <Link href={`/admin/orders/${orderNumber}`} className="record-link inline-block whitespace-nowrap">
            {orderNumber}
          </Link>
          <bdi className="block text-sm font-normal break-words text-ink-soft">{recipientName}</bdi>
          <bdi className="block text-xs font-normal break-words text-muted">{city}</bdi>
        </>
      ),
    },
    {
      name: 'Parcel',
      className: 'max-w-48 text-sm',
      cell: ({ courier, trackingNumber, collect }) => (
        <>
          <span className="break-words">{courier}</span>
          <span className="block text-muted">
            <Code>{trackingNumber}</Code>
          </span>
          <span className="block text-muted tabular-nums">
            <Price of={collect} /> due
          </span>
        </>
      ),
    },
    {
      name: 'Where it is',
      className: 'text-sm',
      cell: (parcel) => (
        <>
          <StatusBadge label={parcelLabel(parcel)} />
          <span className="mt-1 block text-muted">{attemptText(parcel) || `since ${formatDay(parcel.statusSince)}`}</span>
        </>
      ),
    },
    {
      name: list === 'attempts' ? 'Advice until' : 'Age',
      className: 'text-sm whitespace-nowrap',
      cell: (parcel) => <Age list={list} parcel={parcel} />,
    },
    {
      name: 'Next step',
      isWide: true,
      className: 'w-64 text-sm',
      cell: (parcel) => (
        <span className={`break-words ${list === 'attempts' && parcel.deskStep === 'wait' ? 'text-muted' : ''}`}>
          {nextStepText(list, parcel)}
        </span>
      ),
    },
    { name: 'Actions', slot: 'actions', cell: (parcel) => <Actions list={list} parcel={parcel} onAct={onAct} /> },
  ];
}

/** How long it has waited, or how long there is. */
function Age({ list, parcel }: { list: ParcelList; parcel: ParcelUnderWay }) {
  const { adviceDueBy, promisedBy, statusSince, claim } = parcel;
  if (list === 'attempts') {
    if (!adviceDueBy) return <span className="text-muted">–</span>;
    const left = timeLeftText(adviceDueBy);
    return (
      <>
        <span className={left.startsWith('over') ? 'text-danger' : ''}>{left}</span>
        <span className="block text-xs text-muted">{deadlineText(adviceDueBy)}</span>
      </>
    );
  }
  if (list === 'late') return <>Promised {formatDaysAgo(`${promisedBy}T12:00:00+05:00`)}</>;
  if (list === 'lost' && claim) return <>Claim until {formatDay(claim.deadline)}</>;
  const days = daysSince(list === 'not_received' ? statusSince : lastHeard(parcel));
  return <>{days === 0 ? 'Today' : countText('day', days)}</>;
}

interface ActionsProps {
  list: ParcelList;
  parcel: ParcelUnderWay;
  onAct: (action: ParcelAction, parcel: ParcelUnderWay) => void;
}

function Actions({ list, parcel, onAct }: ActionsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-2 lg:max-xl:flex-col lg:max-xl:items-end xl:flex-nowrap">
      {actionsFor(list, parcel).map(({ action, text, right }, n) => {
        const look = `btn min-h-11 px-3 ${n === 0 && parcel.deskStep !== 'wait' ? 'btn-primary' : 'btn-outline'}`;
        const name = `${text}: ${parcel.orderNumber}`;
        return (
          <MayButton key={action} right={right} onClick={() => onAct(action, parcel)} aria-label={name} className={look}>
            {text}
          </MayButton>
        );
      })}
    </div>
  );
}
