import { SignInFrame } from '#admin/data/accounts/SignInFrame.tsx';
import { ErrorBannerProvider } from '#admin/kit/error-banner.tsx';
import { enrolled, signOut } from '#admin/platform/session.ts';
import { useTitle } from '#admin/platform/use-title.ts';
import { SwitchOn } from './SwitchOn.tsx';

/** Shown in place of the back office while a required second factor is missing. */
export default function EnrollPage() {
  useTitle('Second factor');
  return (
    <SignInFrame title="Switch on a second factor">
      <p className="mb-5 text-sm text-ink-soft">
        Everybody on the staff of this shop needs one. It takes two minutes and a phone.
      </p>
      <ErrorBannerProvider>
        <SwitchOn onDone={enrolled} />
      </ErrorBannerProvider>
      <button type="button" onClick={signOut} className="mt-5 text-sm underline underline-offset-4">
        Sign out instead
      </button>
    </SignInFrame>
  );
}
