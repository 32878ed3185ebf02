import { ApiError } from '#server/errors.ts';
import { logFailure } from '#server/log.ts';
import { type Booked, CourierFailure, type CourierPort } from './port.ts';

/**
 * Nobody else calls the courier about a parcel for so long. Far above the deadline of a call, so that a booking that is still on its way there has arrived
 * before anybody looks it up.
 */
export const CLAIM_SECONDS = 120;

/** What came of a call, as the database keeps it. */
export type Outcome = { state: 'booked'; booked: Booked } | { state: 'failed' | 'unknown'; problem: string };

interface Call {
  /** `look_up`: somebody called before and did not say what came of it. */
  step: 'book' | 'look_up';
  open: () => CourierPort;
  /** What the courier would know it by. */
  sought: Parameters<CourierPort['find']>[0];
  book(port: CourierPort): Promise<Booked>;
}

/**
 * Calls a courier about what the database has taken on, and lets it note what came of that. What was booked too late, because somebody else did meanwhile or
 * settled it by hand, is cancelled at the courier. Returns what was noted.
 */
export async function bookOnce<Noted extends { surplus: boolean }>(
  call: Call,
  note: (outcome: Outcome) => Promise<Noted>,
): Promise<Noted> {
  const outcome = await (call.step === 'look_up' ? lookUp(call) : book(call));
  const cancelOurs = async () => outcome.state === 'booked' && cancelSurplus(call.open, outcome.booked.trackingNumber);
  const noted = await note(outcome).catch(async (refusal: unknown) => {
    // Settled by hand while the courier was being called: what it booked all the same belongs to nobody.
    if (refusal instanceof ApiError && refusal.code === 'booking_settled') await cancelOurs();
    throw refusal;
  });
  if (noted.surplus) await cancelOurs();
  return noted;
}

async function book({ open, book: make }: Call): Promise<Outcome> {
  try {
    return { state: 'booked', booked: await make(open()) };
  } catch (failure) {
    return outcomeOf(failure);
  }
}

/** Only a clear "there is none" lets the courier be called again. */
async function lookUp(call: Call): Promise<Outcome> {
  let found: Booked | null;
  try {
    found = await call.open().find(call.sought);
  } catch (failure) {
    const { problem } = outcomeOf(failure);
    return { state: 'unknown', problem: `${problem}. Look it up in the portal of the courier.` };
  }
  return found ? { state: 'booked', booked: found } : book(call);
}

function outcomeOf(failure: unknown): { state: 'failed' | 'unknown'; problem: string } {
  // What is no answer of a courier is a fault of ours, after which nobody knows either.
  if (!(failure instanceof CourierFailure)) return { state: 'unknown', problem: 'The shop broke off' };
  return { state: failure.kind === 'unknown' ? 'unknown' : 'failed', problem: failure.message };
}

/** Somebody else booked the parcel meanwhile: of two bookings at the courier one goes. */
async function cancelSurplus(open: () => CourierPort, trackingNumber: string): Promise<void> {
  try {
    await open().cancel(trackingNumber);
  } catch (failure) {
    logFailure(
      `a second booking, ${trackingNumber}, is still at the courier`,
      new Error(failure instanceof CourierFailure ? failure.kind : 'broken'),
    );
  }
}
