import { useStore } from '@nanostores/react';
import { $session } from './session.ts';

/** Whether an owner is signed in. It only decides what is shown: the server asks at each request. */
export function useIsOwner(): boolean {
  const session = useStore($session);
  return session.state === 'signedIn' && session.isOwner;
}
