import type { Adapter } from '#domain/couriers/adapters.ts';
import { DELIVERY_ANSWERS, type DeliveryAnswer } from '#domain/couriers/attempt-answers.ts';
import type { AttemptReason, Meaning } from '#domain/couriers/parcel-status.ts';
import { randomNumbers } from '#tests/setup/samples/random-numbers.ts';

/** Minutes since the first midnight of the simulation, on the clock of Karachi. */
type Minute = number;

export const HOUR = 60;
const DAY = 24 * HOUR;
const CUT_OFF = 16 * HOUR;
const FIRST_MIDNIGHT = Date.UTC(2026, 1, 1, 19);

export const timeOf = (minute: Minute): string => new Date(FIRST_MIDNIGHT + minute * 60_000).toISOString();
export const minuteOf = (time: Date | string): Minute => (new Date(time).getTime() - FIRST_MIDNIGHT) / 60_000;

/** How many hours the simulated couriers take advice after an attempt. */
export const ADVICE_HOURS: Partial<Record<AttemptReason | '', number>> = { '': 24, refused: 48, closed: 6 };

interface Happening {
  at: Minute;
  meaning: Meaning;
  /** When the shop hears of it: at a full hour. */
  told: Minute;
}

/** An attempt as the shop asks about it. */
interface Question {
  attemptedAt: Minute;
  openedAt: Minute;
  isClosed: boolean;
  answer?: DeliveryAnswer;
}

/** What the courier hears, or not, when the shop advises it. */
export type Fate = 'sent' | 'unreachable' | 'refused' | 'unknown, heard' | 'unknown, not heard' | 'killed, heard';

export interface Advice {
  question: Question;
  attemptedAt: Minute;
  action: 'retry' | 'return';
  state: 'intended' | 'calling' | 'sent' | 'unknown' | 'failed' | 'dropped';
  notBefore: Minute;
}

export interface Parcel {
  n: number;
  adapter: Adapter;
  tracking: string;
  events: Happening[];
  /** What the courier does next, unless it is told something else. */
  next?: { at: Minute; does: 'retry' | 'return' };
  tours: number;
  questions: Question[];
  advices: Advice[];
  /** When advice was noted as sent. */
  sent: Minute[];
  calls: number;
}

export interface Answer {
  parcel: Parcel;
  question: Question;
  answer: DeliveryAnswer;
  at: Minute;
  expected?: 'taken' | 'attempt_answered' | 'attempt_over';
}

export interface Known {
  status: string;
  attemptedAt: Minute | null;
  reason: AttemptReason;
}

const ENDS = ['delivered', 'return_started', 'returned'];
const WAY = ['booked', 'picked', 'in_transit', 'out_for_delivery', 'attempted', 'advice_due', 'advised'];

/** Where a parcel is by what was told until now, in the words of the requirement and in no other order than that of the clock. */
export function knownOf(parcel: Parcel, now: Minute): Known {
  const heard = [
    ...parcel.events.filter(({ told }) => told <= now),
    ...parcel.sent.map((at) => ({ at, meaning: 'advised' as Meaning, told: at })),
  ].toSorted((one, other) => one.at - other.at);
  const known: Known = { status: 'booked', attemptedAt: null, reason: 'other' };
  for (const { at, meaning } of heard) {
    const [status = '', reason = 'other'] = meaning.split(':') as [string, AttemptReason?];
    if (ENDS.includes(known.status)) {
      if (known.status === 'return_started' && status === 'returned') known.status = status;
      continue;
    }
    const isWaiting = known.status === 'attempted' || known.status === 'advice_due';
    if (status === 'attempted') {
      const isSame = known.attemptedAt !== null && known.status !== 'advised' && at < known.attemptedAt + 6 * HOUR;
      if (!isSame) Object.assign(known, { status, attemptedAt: at, reason });
      else if (reason !== 'other') known.reason = reason;
    } else if (status === 'advice_due') {
      if (known.status === 'advice_due' || known.status === 'advised') continue;
      if (known.status !== 'attempted') Object.assign(known, { attemptedAt: at, reason: 'other' });
      known.status = status;
    } else if (status === 'advised') {
      if (isWaiting) known.status = status;
    } else if (status === 'out_for_delivery') Object.assign(known, { status, attemptedAt: null });
    else if (ENDS.includes(status) || WAY.indexOf(status) > WAY.indexOf(known.status)) known.status = status;
  }
  return known;
}

export const isWaiting = ({ status }: Known): boolean => status === 'attempted' || status === 'advice_due';

/** Until when the courier takes advice. */
export function dueBy({ attemptedAt, reason }: Known): Minute {
  const from = attemptedAt ?? 0;
  const due = from + (ADVICE_HOURS[reason] ?? ADVICE_HOURS[''] ?? 0) * HOUR;
  const cutOff = Math.floor(due / DAY) * DAY + CUT_OFF;
  return cutOff > from ? Math.min(due, cutOff) : due;
}

/** A couriers' world with its customers: what happens, when it is told, and what the shop must make of it. Every run is the same. */
export function simulatedParcels(count: number, seed: number) {
  const random = randomNumbers(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const pick = <Item>(items: readonly Item[]) => items[upTo(items.length - 1)] as Item;

  /** The next full hour at which the shop asks and is answered; one in four events comes hours late, so that it is overtaken. */
  const toldAt = (at: Minute, now: Minute) => {
    const luck = random();
    const late = luck < 0.75 ? upTo(20) : luck < 0.92 ? upTo(4 * HOUR) : upTo(12 * HOUR);
    return Math.max(now, Math.ceil((at + late) / HOUR) * HOUR);
  };

  function happen(parcel: Parcel, at: Minute, meaning: Meaning, now: Minute) {
    parcel.events.push({ at, meaning, told: toldAt(at, now) });
  }

  /** A rider sets out, and hands the parcel over or not. */
  function tour(parcel: Parcel, at: Minute, now: Minute, mustFail: boolean) {
    parcel.tours += 1;
    happen(parcel, at, 'out_for_delivery', now);
    const end = at + HOUR + upTo(5 * HOUR);
    if (!mustFail && (parcel.tours > 3 || random() < 0.5)) return happen(parcel, end, 'delivered', now);
    const reason = pick<AttemptReason>(['refused', 'not_available', 'closed', 'no_cash', 'other']);
    happen(parcel, end, `attempted:${reason}`, now);
    if (random() < 0.4) happen(parcel, end + 10 + upTo(5 * HOUR), `attempted:${reason}`, now);
    if (random() < 0.3) happen(parcel, end + 15 + upTo(3 * HOUR), 'advice_due', now);
    // Without advice some come again by themselves, some take it back at once, and most wait for the deadline.
    const luck = random();
    const wait = luck < 0.15 ? 8 * HOUR + upTo(18 * HOUR) : luck < 0.35 ? 7 * HOUR + upTo(30 * HOUR) : 54 * HOUR;
    parcel.next = { at: end + wait, does: luck < 0.15 ? 'retry' : 'return' };
  }

  const parcels = Array.from({ length: count }, (_, n): Parcel => {
    const adapter = pick<Adapter>(['postex', 'postex', 'leopards', 'trax', 'tcs']);
    const parcel = { n, adapter, tracking: `SIM${n}`, events: [], tours: 0, questions: [], advices: [], sent: [], calls: 0 };
    const start = upTo(2) * DAY + 9 * HOUR + upTo(10 * HOUR);
    happen(parcel, start - 8 * HOUR, 'picked', 0);
    happen(parcel, start - 5 * HOUR, 'in_transit', 0);
    tour(parcel, start, 0, true);
    return parcel;
  });

  let answers: Answer[] = [];
  const minuteAfter = (at: Minute) => Math.floor(at / HOUR) * HOUR + 1 + upTo(55);

  /** What the shop has to ask about what it was told. A customer answers sooner or later, again, or otherwise. */
  function hear(parcel: Parcel, now: Minute) {
    const known = knownOf(parcel, now);
    const waits = isWaiting(known);
    if (waits && parcel.questions.some(({ attemptedAt }) => attemptedAt >= (known.attemptedAt ?? 0))) return;
    for (const question of parcel.questions) question.isClosed = true;
    if (!waits) return;
    const question: Question = { attemptedAt: known.attemptedAt ?? 0, openedAt: now, isClosed: false };
    parcel.questions.push(question);
    if (random() < 0.15) return;
    const answer = pick(DELIVERY_ANSWERS);
    const at = minuteAfter(now + (random() < 0.6 ? upTo(10 * HOUR) : upTo(60 * HOUR)));
    answers.push({ parcel, question, answer, at });
    if (random() < 0.2) answers.push({ parcel, question, answer, at: minuteAfter(at + HOUR + upTo(4 * HOUR)) });
    if (random() < 0.2)
      answers.push({ parcel, question, answer: pick(DELIVERY_ANSWERS), at: minuteAfter(at + HOUR + upTo(9 * HOUR)) });
  }

  /** What must become of an answer. */
  function judge(answered: Answer, now: Minute) {
    const { parcel, question, answer, at } = answered;
    const known = knownOf(parcel, now);
    if (question.answer) answered.expected = question.answer === answer ? 'taken' : 'attempt_answered';
    else if (question.isClosed || !isWaiting(known)) answered.expected = 'attempt_over';
    else {
      answered.expected = 'taken';
      question.answer = answer;
      // Parcels may not be opened before they are paid for, as a shop begins.
      const isAdvice = answer === 'tomorrow' || answer === 'address' || answer === 'not_wanted';
      if (isAdvice && at <= dueBy(known) && parcel.adapter !== 'tcs')
        parcel.advices.push({
          question,
          attemptedAt: known.attemptedAt ?? 0,
          action: answer === 'not_wanted' ? 'return' : 'retry',
          state: 'intended',
          notBefore: at,
        });
    }
  }

  const live = new Set<Parcel>();

  return {
    parcels,
    /** What happens until this full hour and what is told at it, some of it again. */
    tellingsAt(now: Minute): { parcel: Parcel; event: Happening }[] {
      for (const parcel of parcels) {
        const { next } = parcel;
        if (!next || next.at > now) continue;
        delete parcel.next;
        if (next.does === 'retry') tour(parcel, next.at, now, false);
        else {
          happen(parcel, next.at, 'return_started', now);
          if (random() < 0.5) happen(parcel, next.at + 20 * HOUR, 'returned', now);
        }
      }
      const told = parcels.flatMap((parcel) =>
        parcel.events
          .filter((event) => event.told === now || (event.told < now && random() < 0.002))
          .map((event) => ({ parcel, event })),
      );
      for (const parcel of new Set(told.filter(({ event }) => event.told === now).map(({ parcel }) => parcel))) hear(parcel, now);
      return told;
    },
    /** What customers answer within the hour, with what must come of it. */
    answersAfter(now: Minute): Answer[] {
      const given = answers.filter(({ at }) => at > now && at < now + HOUR).toSorted((one, other) => one.at - other.at);
      answers = answers.filter(({ at }) => at > now + HOUR);
      for (const answer of given) {
        judge(answer, now);
        live.add(answer.parcel);
      }
      return given;
    },
    /** The advice that must go out in the run at `at`. */
    adviceAt(now: Minute, at: Minute): { parcel: Parcel; advice: Advice }[] {
      const due: { parcel: Parcel; advice: Advice }[] = [];
      for (const parcel of live)
        for (const advice of parcel.advices) {
          if (advice.state === 'calling') advice.state = 'unknown';
          if (advice.state !== 'intended') continue;
          const known = knownOf(parcel, now);
          if (!isWaiting(known) || dueBy(known) < at) advice.state = 'dropped';
          else if (advice.notBefore <= at) due.push({ parcel, advice });
        }
      return due;
    },
    /** A courier is called. It refuses what comes after it has begun to take the parcel back. */
    call(parcel: Parcel, action: 'retry' | 'return', at: Minute): Fate {
      parcel.calls += 1;
      const luck = randomNumbers(parcel.n * 31 + parcel.calls)();
      if (parcel.events.some((event) => event.meaning === 'return_started' && event.at <= at)) return 'refused';
      if (luck < 0.08) return 'unreachable';
      if (luck < 0.12) return 'refused';
      if (luck < 0.16) return 'unknown, not heard';
      parcel.next = { at: at + 12 * HOUR + upTo(6 * HOUR), does: action };
      return luck < 0.2 ? 'unknown, heard' : luck < 0.24 ? 'killed, heard' : 'sent';
    },
    /** What the shop knows of a call afterwards. */
    note(parcel: Parcel, advice: Advice, fate: Fate, now: Minute, at: Minute) {
      if (fate === 'sent') {
        advice.state = 'sent';
        parcel.sent.push(at);
        hear(parcel, Math.max(now, at));
      } else if (fate === 'killed, heard') advice.state = 'calling';
      else if (fate === 'unreachable') advice.notBefore = at + 2;
      else advice.state = fate === 'refused' ? 'failed' : 'unknown';
    },
  };
}
