import { useStore } from '@nanostores/react';
import { type Right, refusalOf } from '#domain/rights/rights.ts';
import { $session, type Session } from './session.ts';

/** A right, or several of which one will do. */
export type Needed = Right | readonly Right[];

/** The rights that the screens go by. They only decide what is shown: the server asks at each request. */
export function rightsOf(session: Session): readonly Right[] {
  return 'rights' in session ? session.rights : [];
}

export function isAllowed(rights: readonly Right[], needed: Needed | undefined): boolean {
  return needed === undefined || [needed].flat().some((right) => rights.includes(right as Right));
}

/** Whether the signed-in staff member may do something. What needs no right, everybody may. */
export function useMay(needed: Needed | undefined): boolean {
  return isAllowed(useRights(), needed);
}

export function useRights(): readonly Right[] {
  return rightsOf(useStore($session));
}

/** Why the signed-in staff member may not do something; empty when they may. Of several rights of which one would do, it names the first. */
export function useRefusal(needed: Needed | undefined): string {
  return refusalIn(useRights(), needed);
}

/** As `useRefusal`, for somebody with these rights. */
export function refusalIn(rights: readonly Right[], needed: Needed | undefined): string {
  const [first] = [needed].flat() as (Right | undefined)[];
  return isAllowed(rights, needed) || !first ? '' : refusalOf(first);
}
