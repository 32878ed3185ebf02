import type { Refusal } from '#domain/failures.ts';

/** The outcome for one of many records: what it is called, and why it was refused. */
export interface NamedOutcome {
  name: string;
  refusal: Pick<Refusal, 'message'> | null;
}

/** Refusals named one by one; the rest are counted. */
const MAX_NAMED = 5;

/** Names the refused records and why; empty when none was refused. `noun` is what one is called: `order`. */
export function refusalText(noun: string, outcomes: NamedOutcome[]): string {
  const refused = outcomes.filter(({ refusal }) => refusal);
  if (refused.length === 0) return '';
  const named = refused.slice(0, MAX_NAMED).map(({ name, refusal }) => `${name}: ${refusal?.message}`);
  const more = refused.length > MAX_NAMED ? [`and ${refused.length - MAX_NAMED} more`] : [];
  return `${refused.length} of ${countText(noun, outcomes.length)} stayed as ${refused.length === 1 ? 'it was' : 'they were'}. ${[...named, ...more].join(' · ')}`;
}

/** `1 order`, `20 orders`. */
export function countText(noun: string, count: number): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
