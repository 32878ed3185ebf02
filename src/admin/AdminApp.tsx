import { useStore } from '@nanostores/react';
import { Suspense, useEffect } from 'react';
import { Spinner } from '#components/ui/Spinner.tsx';
import { LoginPage } from './login/LoginPage.tsx';
import { HOME, SCREENS, screenAt } from './screens.ts';
import { LOGIN, redirectFrom } from './shell/place.ts';
import { $place, navigate } from './shell/router.ts';
import { Shell } from './shell/Shell.tsx';
import { $session, followOtherTabs, restoreSession } from './shell/session.ts';

/** The staff app: who may be where, and the screen of the address. */
export default function AdminApp() {
  const session = useStore($session);
  const place = useStore($place);
  const signedIn = session.state === 'signedIn';
  const screen = screenAt(place.path);

  useEffect(() => {
    void restoreSession();
    return followOtherTabs();
  }, []);

  useEffect(() => {
    if (session.state === 'checking') return;
    const redirect = redirectFrom(place, signedIn, window.history.state, HOME);
    if (redirect) navigate(redirect.url, { replace: true, state: redirect.state });
    else if (signedIn && !screen) navigate(HOME, { replace: true });
  }, [session.state, signedIn, place, screen]);

  if (session.state === 'signedOut' && place.path === LOGIN) return <LoginPage />;
  // Also while the effect above leads somewhere else: nobody sees a screen that is not theirs.
  if (session.state !== 'signedIn' || !screen) return <Spinner />;

  return (
    <Shell admin={session.admin} entries={SCREENS} path={place.path}>
      <Suspense fallback={<Spinner />}>
        <screen.Page />
      </Suspense>
    </Shell>
  );
}
