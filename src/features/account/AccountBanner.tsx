import { announce } from '#browser/announce.ts';
import { Icon } from '#components/Icon.tsx';
import type { Shopper } from '#features/shopper/shopper-session.ts';
import { signOut } from '#features/shopper/sign-out.ts';
import type { Account } from './account-store.ts';

/** Shows who is signed in, with Sign Out; or a link to sign in. */
export function AccountBanner({ account, shopper }: { account: Account; shopper: Shopper | undefined }) {
  const leave = () => {
    signOut();
    announce('Signed out. This device has forgotten your details.');
  };
  return (
    <section aria-label="Account" className="space-y-4 rounded-sm bg-cream p-5 sm:p-7">
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full border border-gold text-gold-deep">
          <Icon name="user" className="size-6" />
        </span>
        <div className="min-w-0">
          <p className="font-serif text-xl leading-snug break-words">{shopper ? `Hello, ${shopper.username}` : 'Hello'}</p>
          <p className="text-sm break-words text-ink-soft">
            {account.kind === 'loaded' ? account.email : 'You are shopping as a guest.'}
          </p>
        </div>
      </div>
      <p role="status" className="text-sm text-danger">
        {account.kind === 'guest' && account.hasEnded && 'Your session has ended. Please sign in again.'}
      </p>
      {(!shopper || account.kind === 'guest') && (
        <a href="/login" className="btn btn-primary w-full">
          Sign In
        </a>
      )}
      {shopper && (
        <button type="button" onClick={leave} className="btn btn-outline w-full">
          <Icon name="logout" className="size-4" />
          Sign Out
        </button>
      )}
    </section>
  );
}
