import type { RefusedCode } from './contract.ts';

/** With other pieces, or later, the code may be taken: it is kept and asked about again. */
const MAY_COME: RefusedCode['reason'][] = ['minimum', 'other_pieces', 'nothing_off', 'not_yet'];

/** Whether a code that was refused is kept, because it may be taken another time. */
export function mayCome({ reason }: RefusedCode): boolean {
  return MAY_COME.includes(reason);
}
