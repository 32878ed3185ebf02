import { CSPProvider } from '@base-ui/react/csp-provider';
import { useStore } from '@nanostores/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Spinner } from '#components/Spinner.tsx';
import { isAllowed } from '#domain/rights/needed.ts';
import { Deferred } from './kit/Deferred.tsx';
import { ErrorBannerProvider } from './kit/error-banner.tsx';
import { Toasts } from './kit/Toasts.tsx';
import { adminWorker, followNotifications, hasWorkers } from './platform/admin-worker.ts';
import { afterTheScreen } from './platform/after-the-screen.ts';
import { FORGOT, JOIN, LOGIN, OPEN_PATHS, RESET, redirectFrom } from './platform/location.ts';
import { $proofQuestion } from './platform/proof.ts';
import { queryClient } from './platform/query-client.ts';
import { rightsOf } from './platform/rights.ts';
import { $location, navigate } from './platform/router.ts';
import { $session, followOtherTabs, restoreSession } from './platform/session.ts';
import { keepNumbersSteady } from './platform/steady-numbers.ts';
import { UNSENT_KEY } from './platform/unsent-key.ts';
import { NewOrderSound } from './screens/orders/all/NewOrderSound.tsx';
import { WaitingBadge } from './screens/orders/all/WaitingBadge.tsx';
import { loadSearch, SearchOpener } from './screens/search/SearchOpener.tsx';
import { dailyScreens, entriesFor, homeFor, type Screen, screenAt } from './screens.ts';
import { nameOf } from './shell/nav-item.ts';
import { ScreenBoundary } from './shell/ScreenBoundary.tsx';
import { Shell } from './shell/Shell.tsx';

const LoginPage = lazy(async () => ({ default: (await import('./screens/login/LoginPage.tsx')).LoginPage }));
const loadSignInAgain = async () => ({ default: (await import('./screens/login/SignInAgain.tsx')).SignInAgain });
const SignInAgain = lazy(loadSignInAgain);
const ProofDialog = lazy(async () => ({ default: (await import('./kit/ProofDialog.tsx')).ProofDialog }));
const JoinPage = lazy(() => import('./screens/login/JoinPage.tsx'));
const ForgotPage = lazy(async () => ({ default: (await import('./screens/login/PasswordPages.tsx')).ForgotPage }));
const ResetPage = lazy(async () => ({ default: (await import('./screens/login/PasswordPages.tsx')).ResetPage }));
const EnrollPage = lazy(() => import('./screens/account/EnrollPage.tsx'));
const NotForRole = lazy(async () => ({ default: (await import('./shell/NotForRole.tsx')).NotForRole }));

const loadSettingsPlaces = async () => (await import('./screens/settings/pages/settings-pages.ts')).SETTINGS_PLACES;
const noSettings = async () => [];

/** The staff app: guards the login, and shows the screen of the address. */
export default function AdminApp() {
  const session = useStore($session);
  const location = useStore($location);
  const proofQuestion = useStore($proofQuestion);
  const isInside = session.state === 'signedIn' || session.state === 'expired';
  const rights = rightsOf(session);
  const home = homeFor(rights);
  const screen = screenAt(location.path);
  const [hasScreen, setHasScreen] = useState(false);
  const entries = entriesFor(rights);
  const loadSettings = entries.some(({ path }) => path === '/admin/settings') ? loadSettingsPlaces : noSettings;

  useEffect(() => {
    void restoreSession();
    return followOtherTabs();
  }, []);

  const worksHere = session.state === 'signedIn' && !session.mustEnroll;
  useEffect(
    () => (worksHere && hasScreen ? afterTheScreen(() => keepReady(loadSettings)) : undefined),
    [worksHere, hasScreen, loadSettings],
  );
  useEffect(followNotifications, []);
  useEffect(keepNumbersSteady, []);
  // What waits on this device is sent, whichever screen made it.
  useEffect(() => {
    if (worksHere && localStorage.getItem(UNSENT_KEY))
      void import('./platform/staff-outbox.ts').then(({ startOutbox }) => startOutbox());
  }, [worksHere]);

  useEffect(() => {
    if (session.state === 'checking') return;
    const redirect = redirectFrom(location, isInside, window.history.state, home);
    if (redirect) navigate(redirect.url, { replace: true, state: redirect.state });
    else if (isInside && !screen && !OPEN_PATHS.includes(location.path)) navigate(home, { replace: true });
  }, [session.state, isInside, location, screen, home]);

  if (location.path === JOIN) {
    return (
      <Suspense fallback={<Spinner />}>
        <JoinPage />
      </Suspense>
    );
  }
  if (location.path === FORGOT || location.path === RESET) {
    return <Suspense fallback={<Spinner />}>{location.path === FORGOT ? <ForgotPage /> : <ResetPage />}</Suspense>;
  }
  if (session.state === 'signedOut' && location.path === LOGIN) {
    return (
      <Suspense fallback={<Spinner />}>
        <LoginPage />
      </Suspense>
    );
  }
  if (session.state === 'signedIn' && session.mustEnroll) {
    return (
      <Providers>
        <Suspense fallback={<Spinner />}>
          <EnrollPage />
        </Suspense>
      </Providers>
    );
  }
  // Also until the effect above has redirected, so that a signed-out visitor never sees a screen.
  if (!isInside || !screen) return <Spinner />;

  return (
    <Providers>
      <Shell
        admin={session.admin}
        role={session.role}
        items={entries}
        daily={dailyScreens(rights)}
        screen={screen}
        url={location.path + location.search}
        search={<SearchOpener screens={entries} loadSettings={loadSettings} />}
      >
        {!isAllowed(rights, screen.right) ? (
          <NotForRole label={nameOf(screen)} right={screen.right} role={session.role} home={home} />
        ) : (
          <OpenScreen key={screen.path} Page={screen.Page} onShown={setHasScreen} />
        )}
      </Shell>
      {rights.includes('see_orders') && (
        <>
          <NewOrderSound />
          <WaitingBadge />
        </>
      )}
      {proofQuestion && (
        <ScreenBoundary>
          <Suspense>
            <ProofDialog question={proofQuestion} />
          </Suspense>
        </ScreenBoundary>
      )}
      {session.state === 'expired' && (
        <ScreenBoundary>
          <Suspense>
            <SignInAgain admin={session.admin} />
          </Suspense>
        </ScreenBoundary>
      )}
    </Providers>
  );
}

/** Has the search at hand, and the login for when the session ends; keeps the back office on the device, and its notifications working. */
async function keepReady(loadSettings: () => Promise<unknown>): Promise<void> {
  try {
    await Promise.all([loadSearch(), loadSettings(), loadSignInAgain()]);
    if (!hasWorkers) return;
    await adminWorker();
    const { resync } = await import('./data/push/this-device.ts');
    await resync();
  } catch (error) {
    console.warn('The device was not made ready', error);
  }
}

/** A screen. It follows the address by itself, so that it is not rendered once more with the frame around it. */
const OpenScreen = memo(function OpenScreen({ Page, onShown }: Pick<Screen, 'Page'> & { onShown(isShown: true): void }) {
  return (
    <Deferred>
      <ErrorBannerProvider>
        <ScreenBoundary>
          <Suspense fallback={<Spinner />}>
            <Page />
            <Shown tell={onShown} />
          </Suspense>
        </ScreenBoundary>
      </ErrorBannerProvider>
    </Deferred>
  );
});

/** Tells when what stands beside it has been loaded and is shown. */
function Shown({ tell }: { tell(isShown: true): void }) {
  useEffect(() => tell(true), [tell]);
  return null;
}

/** What screens and dialogs need around them. Base UI is told not to add style elements, which the CSP forbids. */
function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <CSPProvider disableStyleElements>
        <Toasts>{children}</Toasts>
      </CSPProvider>
    </QueryClientProvider>
  );
}
