import type { Right } from './rights.ts';

/** What somebody on the staff has to be allowed: one right, or a list of which one is enough; `none` for everybody. */
export type NeededRight = Right | readonly [Right, ...Right[]] | 'none';

/** Whether somebody with these rights may do something. */
export function isAllowed(rights: readonly Right[], needed: NeededRight | readonly Right[] | undefined): boolean {
  return needed === undefined || needed === 'none' || [needed].flat().some((right) => rights.includes(right));
}
