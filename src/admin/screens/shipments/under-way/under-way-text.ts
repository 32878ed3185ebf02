import { formatDay, formatMoment, today } from '#admin/kit/formats.ts';
import { countText } from '#admin/kit/outcome-text.ts';
import { formatPrice } from '#admin/kit/price-text.ts';
import type { StatusLabel } from '#admin/kit/status-labels.ts';
import { OPENING } from '#built/door.ts';
import { ANSWER_TEXTS } from '#domain/couriers/attempt-answers.ts';
import { type ParcelStatus, reasonText, statusText } from '#domain/couriers/parcel-status.ts';
import { isHiddenSum } from '#domain/rights/hidden.ts';
import type { CallOutcome, ClaimEnd, ClaimEnding, ClaimState, ParcelList, ParcelUnderWay } from '#domain/shipments/under-way.ts';

/** The lists in the order of the screen. */
export const LIST_NAMES: Record<ParcelList, string> = {
  attempts: 'Attempts',
  late: 'Late',
  stale: 'No word for 10 days',
  not_received: 'Not received',
  lost: 'Lost',
  unclear: 'Unclear',
};

/** What an empty list says. */
export const NOTHING: Record<ParcelList, string> = {
  attempts: 'No delivery failed: nothing waits for an answer',
  late: 'No parcel is later than promised',
  stale: 'Couriers have reported on every parcel within ten days',
  not_received: 'Everything that came back more than a week ago has been counted',
  lost: 'No parcel is lost, and no courier claim is open',
  unclear: 'What couriers say is consistent',
};

export const CALL_OUTCOME_LABELS: Record<CallOutcome, string> = {
  no_answer: 'Nobody picked up',
  call_later: 'Call again later',
  deliver_again: 'Wants it: deliver again',
  send_back: 'Does not want it: send it back',
};

export const CLAIM_STATE_LABELS: Record<ClaimState, string> = {
  open: 'To be sent to the courier',
  asked: 'Sent, waiting for the courier',
  paid: 'Paid',
  refused: 'Declined by the courier',
  sent_again: 'Sent again',
  written_off: 'Written off',
};

/** What each end does, before it is chosen. */
export const CLAIM_END_TEXTS: Record<ClaimEnd, { text: string; does: (courier: string) => string }> = {
  paid: { text: 'Paid', does: (courier) => `What ${courier} pays is booked in the ledger under its name.` },
  refused: { text: 'Declined', does: (courier) => `${courier} pays nothing: no money is booked, and the claim is closed.` },
  sent_again: { text: 'Sent again', does: () => 'Another parcel goes to the customer, and the claim is closed without money.' },
  written_off: { text: 'Written off', does: (courier) => `The claim on ${courier} is dropped: no money is booked.` },
};

/** What becomes of the order of a lost parcel, and what each does. */
export const LOST_ORDER_TEXTS: Record<ClaimEnding['order'], { text: string; does: string }> = {
  cancel: { text: 'Cancel the order', does: 'The order is cancelled, and what the customer paid goes back.' },
  send_again: {
    text: 'Send it again',
    does: 'The same pieces are taken out of stock for a new parcel, which collects what the lost one did not.',
  },
  keep: { text: 'Leave it as it is', does: 'The order stays as it is: somebody decides later.' },
};

const TONES: Record<ParcelStatus, StatusLabel['tone']> = {
  booked: 'tone-wait',
  picked: 'tone-work',
  in_transit: 'tone-move',
  out_for_delivery: 'tone-part',
  attempted: 'tone-stop',
  advice_due: 'tone-stop',
  advised: 'tone-work',
  delivered: 'tone-done',
  return_started: 'tone-wait',
  returned: 'tone-plain',
  lost: 'tone-stop',
  cancelled: 'tone-plain',
};

/** Where a parcel is, by its courier. */
export function parcelLabel({ status }: Pick<ParcelUnderWay, 'status'>): StatusLabel {
  return { text: statusText(status), tone: TONES[status] };
}

/** Why nobody took it, and how often: `Second attempt: nobody there`. Empty where there was none. */
export function attemptText({ attempts, reason }: Pick<ParcelUnderWay, 'attempts' | 'reason'>): string {
  if (attempts === 0) return '';
  const times = ['First', 'Second', 'Third'][attempts - 1] ?? `${attempts}th`;
  return reason ? `${times} attempt: ${reasonText(reason)}` : `${times} attempt`;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How long there is until a deadline: `3 h 20 min left`, `overdue by 2 days`. */
export function timeLeftText(until: string, now = Date.now()): string {
  const minutes = Math.round((Date.parse(until) - now) / MINUTE_MS);
  const text = durationText(Math.abs(minutes));
  return minutes < 0 ? `overdue by ${text}` : `${text} left`;
}

function durationText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60)
    return [`${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`].filter(Boolean).join(' ');
  return countText('day', Math.floor(minutes / 1440));
}

/** Whole days since a moment. */
export function daysSince(iso: string, now = Date.now()): number {
  return Math.max(Math.floor((now - Date.parse(iso)) / DAY_MS), 0);
}

/** What was last heard of a parcel, or since when it is where it is. */
export function lastHeard({ lastEventAt, statusSince }: Pick<ParcelUnderWay, 'lastEventAt' | 'statusSince'>): string {
  return lastEventAt ?? statusSince;
}

/** What is to be done about a parcel of a list, in a sentence. */
export function nextStepText(list: ParcelList, parcel: ParcelUnderWay, now = Date.now()): string {
  const { courier, isGeneric } = parcel;
  switch (list) {
    case 'attempts':
      return attemptStepText(parcel, now);
    case 'late':
      return isGeneric ? `Look it up in the portal of ${courier}, and note what it says.` : `Ask ${courier} where it is.`;
    case 'stale':
      return `Ask ${courier} where it is. Where nobody knows, claim it as lost.`;
    case 'not_received':
      return `Receive the parcel and count it, or ask ${courier} where it was handed over.`;
    case 'lost':
      return claimStepText(parcel, now);
    case 'unclear':
      return unclearText(parcel);
  }
}

function attemptStepText(
  { deskStep, question, advice, calls, courier, adviceDueBy, takesAdvice }: ParcelUnderWay,
  now: number,
): string {
  const last = calls[0];
  switch (deskStep) {
    case 'settle':
      return `Nobody knows whether ${courier} has the advice: look into its portal.`;
    case 'advise':
      if (advice?.state === 'failed')
        return `${courier} refused the advice (${advice.problem}): tell it by phone or in its portal.`;
      if (advice?.state === 'dropped')
        return `The advice did not go (${advice.problem}): tell ${courier} by phone or in its portal.`;
      return `The customer says “${question?.answer ? ANSWER_TEXTS[question.answer] : ''}”: tell ${courier}.`;
    case 'call':
      if (question?.answer) return `The customer says “${ANSWER_TEXTS[question.answer]}”: call them.`;
      if (last) return `${CALL_OUTCOME_LABELS[last.outcome]} at ${formatMoment(last.createdAt)}: call again.`;
      return 'No answer, and little time: call them.';
    case 'ask':
      return 'Nobody has asked the customer: there is no mail address. Write or call.';
    default:
      if (advice && (advice.state === 'intended' || advice.state === 'calling')) return `${courier} is being told.`;
      if (last) return `${CALL_OUTCOME_LABELS[last.outcome]} at ${formatMoment(last.createdAt)}: try again in two hours.`;
      if (question && Date.parse(question.askAt) > now) return `Asked at ${formatMoment(question.askAt)}, not at night.`;
      if (question?.askedAt) return `Asked at ${formatMoment(question.askedAt)}: waits for the answer.`;
      if (question?.byMail) return 'Asked by mail: waits for the answer.';
      return adviceDueBy && takesAdvice ? `${courier} takes advice until ${formatMoment(adviceDueBy)}.` : '';
  }
}

function claimStepText({ courier, claim, worth }: ParcelUnderWay, now: number): string {
  if (!claim) return `Claim ${isHiddenSum(worth) ? 'it' : formatPrice(worth)} from ${courier}.`;
  const sum = isHiddenSum(claim.amount) ? '' : `${formatPrice(claim.amount)} `;
  const isOver = claim.deadline < today(0, now);
  if (claim.state === 'open') {
    return isOver
      ? `The claim was to be sent by ${formatDay(claim.deadline)}: send it today, or give it up.`
      : `Send the claim ${sum && `for ${sum}`}to ${courier} by ${formatDay(claim.deadline)}.`;
  }
  return isOver
    ? `${courier} has not answered the claim ${sum && `for ${sum}`}in time: ask again.`
    : `${courier} has had the claim ${sum && `for ${sum}`}since ${formatDay(claim.updatedAt)}: note what it answers.`;
}

/** What does not fit together. */
export function unclearText({
  advice,
  isUnclear,
  contradiction,
  refusedBecause,
  status,
  courier,
  shipmentStatus,
}: ParcelUnderWay): string {
  if (!isUnclear && advice?.state === 'unknown') return `Nobody knows whether ${courier} has the advice: look into its portal.`;
  const said = statusText(status).toLowerCase();
  if (contradiction)
    return `${courier} first said “${said}”, then “${statusText(contradiction).toLowerCase()}”: find out which is true.`;
  if (refusedBecause === 'not_confirmed') return `${courier} says “${said}”, but the order was never confirmed.`;
  if (refusedBecause) return `${courier} says “${said}”, which the shop could not follow.`;
  return `${courier} says “${said}”, the shop has it as ${shipmentStatus.replace(/_/g, ' ')}.`;
}

/** What to say on the phone, sentence by sentence, by what the customer answered or the rider said. */
export function whatToSay({ question, reason }: Pick<ParcelUnderWay, 'question' | 'reason'>): string[] {
  switch (question?.answer) {
    case 'nobody_came':
      return [
        'You say that nobody came: we are sorry, and we tell the courier so.',
        'When is somebody there, and which number may the rider call?',
      ];
    case 'transfer':
      return [
        'You would rather transfer: we send you the account. The rider then asks for nothing.',
        'Once the money is here, he comes again. When is somebody there?',
      ];
    case 'open_first':
      return [
        OPENING === 'before_paying'
          ? 'You may open it before you pay, and we tell the courier so.'
          : 'You would like to open it first. Riders may not let you, but what is damaged or wrong we take back.',
        'Shall he come again, and when is somebody there?',
      ];
    case 'tomorrow':
      return ['He comes tomorrow after 4. May he call you before?'];
    case 'address':
      return ['Let me read the new address back to you. Is there a landmark nearby?'];
    case 'not_wanted':
      return ['You do not want it any more. May I ask why? Would another piece or size do?'];
    default:
      return [
        ...(SAID_TO[reason] ?? ['The rider could not hand over your parcel.']),
        'Shall he come again, and when is somebody there?',
      ];
  }
}

const SAID_TO: Partial<Record<ParcelUnderWay['reason'], string[]>> = {
  refused: ['The rider says that the parcel was refused. Is that right?', 'If something was not as promised: what was it?'],
  not_available: ['The rider says that nobody was there.'],
  incomplete_address: ['The rider could not find you. What is the full address, and a landmark nearby?'],
  wrong_number: ['The rider could not reach you by phone. Which number may he call?'],
  wants_to_open: [
    OPENING === 'before_paying'
      ? 'The rider says that you wanted to open it first. You may, and we tell the courier so.'
      : 'The rider says that you wanted to open it first. Riders may not let you, but what is damaged or wrong we take back.',
  ],
  closed: ['The rider found it closed. When is somebody there?'],
  no_cash: ['The rider says that there was no cash. Is it there tomorrow, or would you rather transfer?'],
};
