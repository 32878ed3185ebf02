import { CSPProvider } from '@base-ui/react/csp-provider';
import { useStore } from '@nanostores/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Spinner } from '#components/Spinner.tsx';
import { ErrorBannerProvider } from './kit/error-banner.tsx';
import { Toasts } from './kit/Toasts.tsx';
import { LoginPage } from './login/LoginPage.tsx';
import { SignInAgain } from './login/SignInAgain.tsx';
import { JOIN, LOGIN, redirectFrom } from './platform/location.ts';
import { queryClient } from './platform/query-client.ts';
import { $location, navigate } from './platform/router.ts';
import { $session, followOtherTabs, restoreSession } from './platform/session.ts';
import { HOME, SCREENS, screenAt } from './screens.ts';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';
import { Shell } from './shell/Shell.tsx';

const JoinPage = lazy(() => import('./login/JoinPage.tsx'));
const EnrollPage = lazy(() => import('./login/EnrollPage.tsx'));

/** The staff app: who may be where, and the screen of the address. */
export default function AdminApp() {
  const session = useStore($session);
  const place = useStore($location);
  const isInside = session.state === 'signedIn' || session.state === 'expired';
  const screen = screenAt(place.path);

  useEffect(() => {
    void restoreSession();
    return followOtherTabs();
  }, []);

  useEffect(() => {
    if (session.state === 'checking') return;
    const redirect = redirectFrom(place, isInside, window.history.state, HOME);
    if (redirect) navigate(redirect.url, { replace: true, state: redirect.state });
    else if (isInside && !screen && place.path !== JOIN) navigate(HOME, { replace: true });
  }, [session.state, isInside, place, screen]);

  if (place.path === JOIN) {
    return (
      <Suspense fallback={<Spinner />}>
        <JoinPage home={HOME} />
      </Suspense>
    );
  }
  if (session.state === 'signedOut' && place.path === LOGIN) return <LoginPage />;
  if (session.state === 'signedIn' && session.mustEnroll) {
    return (
      <QueryClientProvider client={queryClient}>
        <CSPProvider disableStyleElements>
          <Toasts>
            <Suspense fallback={<Spinner />}>
              <EnrollPage />
            </Suspense>
          </Toasts>
        </CSPProvider>
      </QueryClientProvider>
    );
  }
  // Also while the effect above leads somewhere else: nobody sees a screen that is not theirs.
  if (!isInside || !screen) return <Spinner />;

  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <Toasts>
          <Shell admin={session.admin} entries={SCREENS} path={place.path}>
            <ErrorBannerProvider key={screen.path}>
              <ScreenBoundary>
                <Suspense fallback={<Spinner />}>
                  <screen.Page />
                </Suspense>
              </ScreenBoundary>
            </ErrorBannerProvider>
          </Shell>
          {session.state === 'expired' && <SignInAgain admin={session.admin} />}
        </Toasts>
      </CSPProvider>
    </QueryClientProvider>
  );
}
