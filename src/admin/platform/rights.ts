import { useStore } from '@nanostores/react';
import { isAllowed, type NeededRight } from '#domain/rights/needed.ts';
import { type Right, refusalOf } from '#domain/rights/rights.ts';
import { $session, type Session } from './session.ts';

/** What the kit, which knows no noun, takes as the right that something needs. */
export type Needed = NeededRight;

/** The rights that the screens go by. They only decide what is shown: the server asks at each request. */
export function rightsOf(session: Session): readonly Right[] {
  return 'rights' in session ? session.rights : [];
}

/** Whether the signed-in staff member may do something. What needs no right, everybody may. */
export function useMay(needed: NeededRight | undefined): boolean {
  return isAllowed(useRights(), needed);
}

export function useRights(): readonly Right[] {
  return rightsOf(useStore($session));
}

/** Why the signed-in staff member may not do something; empty when they may. Of several rights of which one would do, it names the first. */
export function useRefusal(needed: NeededRight | undefined): string {
  return refusalIn(useRights(), needed);
}

/** As `useRefusal`, for somebody with these rights. */
export function refusalIn(rights: readonly Right[], needed: NeededRight | undefined): string {
  if (isAllowed(rights, needed)) return '';
  const [first] = [needed].flat() as Right[];
  return first ? refusalOf(first) : '';
}
