import { formatDay, formatMoment } from '#admin/kit/formats.ts';
import { Price } from '#admin/kit/Price.tsx';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { Link } from '#admin/platform/Link.tsx';
import { ANSWER_TEXTS, deadlineText } from '#domain/couriers/attempt-answers.ts';
import type { ParcelUnderWay } from '#domain/shipments/under-way.ts';
import { attemptText, CALL_OUTCOME_LABELS, parcelLabel, timeLeftText } from './under-way-text.ts';

/** What is known of a parcel, at the head of what is done about it. */
export function ParcelFacts({ parcel }: { parcel: ParcelUnderWay }) {
  const { recipientName, city, orderNumber, courier, trackingNumber, collect, lastLabel, lastEventAt, adviceDueBy, pollProblem } =
    parcel;
  return (
    <section aria-label="Parcel" className="mb-5 rounded-lg bg-cream px-4 py-3 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0 text-base break-words">
          <bdi>{recipientName}</bdi>, <bdi>{city}</bdi>
        </span>
        <StatusBadge label={parcelLabel(parcel)} />
      </p>
      <p className="mt-1 break-words text-ink-soft">
        <Link href={`/admin/orders/${orderNumber}`} className="underline underline-offset-4">
          {orderNumber}
        </Link>{' '}
        · {courier} <span className="tabular-nums">{trackingNumber}</span> · <Price of={collect} /> due on delivery
      </p>
      <ul className="mt-1 text-ink-soft">
        {attemptText(parcel) && <li>{attemptText(parcel)}</li>}
        {lastEventAt && (
          <li className="break-words">
            {courier} said <bdi>“{lastLabel}”</bdi>, {formatMoment(lastEventAt)}
          </li>
        )}
        {pollProblem && <li className="break-words text-danger">{pollProblem}</li>}
        <li>Promised by {formatDay(parcel.promisedBy)}</li>
        {adviceDueBy && (
          <li className="font-medium text-ink">
            Advice until {deadlineText(adviceDueBy)} ({timeLeftText(adviceDueBy)})
          </li>
        )}
        <Told parcel={parcel} />
      </ul>
    </section>
  );
}

/** What the customer was asked and said. */
function Told({ parcel: { question, calls } }: { parcel: ParcelUnderWay }) {
  return (
    <>
      {question?.answer && (
        <li className="font-medium text-ink">
          The customer says “{ANSWER_TEXTS[question.answer]}”, {formatMoment(question.answeredAt ?? question.askAt)}
        </li>
      )}
      {question && !question.answer && question.askedAt && <li>Asked by the desk, {formatMoment(question.askedAt)}</li>}
      {calls.map(({ id, outcome, note, actorName, createdAt }) => (
        <li key={id} className="break-words">
          {formatMoment(createdAt)}
          {actorName && `, ${actorName}`}: {CALL_OUTCOME_LABELS[outcome]}
          {note && <bdi> “{note}”</bdi>}
        </li>
      ))}
    </>
  );
}
