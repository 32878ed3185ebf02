/** What becomes of a parcel of the demo with its courier, one day after another, in the words of PostEx. */
import type { BookedParcel, Told } from './courier-double.ts';

const PICKED = { label: 'Picked By PostEx', code: '' };
const WAREHOUSE = { label: 'PostEx WareHouse', code: '0003' };
const EN_ROUTE = { label: 'En-Route', code: '' };
const OUT = { label: 'Out For Delivery', code: '0004' };
const DELIVERED = { label: 'Delivered', code: '0005' };
const REVIEW = { label: 'Delivery Under Review', code: '0008' };
const OUT_FOR_RETURN = { label: 'Out For Return', code: '0040' };
const RETURNED = { label: 'Returned', code: '0006' };
/** No document has it: staff say what it means. */
const HELD = { label: 'Held At Hub', code: '' };

/** Why nobody took it, the commonest several times. */
const ATTEMPTS = [
  'CNA (Consignee Not Available)',
  'CNA (Consignee Not Available)',
  'CNA (Consignee Not Available)',
  'RFD (Refused to Deliver)',
  'ICA (Incomplete Consignee Address)',
  'OPN',
  'Consignee has no cash',
].map((reason) => ({ label: `Attempt Made: ${reason}`, code: '0013' }));

/** A courier gives up after so many. */
const MAX_ATTEMPTS = 3;

type Words = Omit<Told, 'at'>;

/** What the courier tells of a parcel on the next day, in order; nothing of one that has arrived, came back, was cancelled, or is lost. */
export function nextDay({ trackingNumber, events, advice, isCancelled }: BookedParcel): Words[] {
  const chance = chanceOf(`${trackingNumber} ${events.length}`);
  const attempts = events.filter(({ code }) => code === '0013').length;
  if (isCancelled) return [];
  switch (events.at(-1)?.label) {
    case undefined:
      return [PICKED, WAREHOUSE];
    case WAREHOUSE.label:
      // One is held, and another is never heard of again.
      return chance < 0.01 ? [EN_ROUTE, HELD] : [EN_ROUTE];
    case EN_ROUTE.label:
      return chance < 0.02 ? [] : [OUT, ...outcome(chance, 0.8)];
    case HELD.label:
      return [OUT, ...outcome(chance, 0.8)];
    case REVIEW.label:
      if (advice.at(-1) === 'return' || attempts >= MAX_ATTEMPTS) return [OUT_FOR_RETURN];
      return [OUT, ...outcome(chance, advice.length >= attempts ? 0.7 : 0.3)];
    case OUT_FOR_RETURN.label:
      return [RETURNED];
    default:
      return [];
  }
}

function outcome(chance: number, delivered: number): Words[] {
  if (chance < delivered) return [DELIVERED];
  const attempt = ATTEMPTS[Math.floor(((chance - delivered) / (1 - delivered)) * ATTEMPTS.length)];
  return attempt ? [attempt, REVIEW] : [DELIVERED];
}

/** From 0 to below 1: looks random and is the same for the same text (FNV-1a). */
function chanceOf(text: string): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  // Its last bits say little about the last letters.
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 2 ** 32;
}

/** The clock of Pakistan as PostEx writes it: 2026-11-26 17:29:00. */
export function karachiClock(time: number): string {
  return new Date(time + 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
}
