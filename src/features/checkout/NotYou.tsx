import { useStore } from '@nanostores/react';
import { announce } from '#browser/announce.ts';
import { $shopper } from '#features/shopper/shopper-session.ts';
import { signOut } from '#features/shopper/sign-out.ts';
import { $prefilled, startEmpty } from './checkout-store.ts';

const NONE: [] = [];

/** Beside the title of what was filled in: for whoever borrowed this device. Takes the id of the title, which then gets the focus. */
export default function NotYou({ title = 'step-title' }: { title?: string }) {
  const isPrefilled = useStore($prefilled, { ssr: () => NONE }).length > 0;
  const shopper = useStore($shopper, { ssr: () => undefined });
  if (!isPrefilled && !shopper) return null;
  const leave = () => {
    startEmpty();
    if (shopper) void signOut();
    announce('Forgotten on this device');
    document.getElementById(title)?.focus();
  };
  return (
    <button type="button" onClick={leave} className="-my-2 min-h-11 text-sm text-ink-soft underline underline-offset-4">
      {/* The narrowest phones have no room for more beside the title. */}
      Not you? <span className="max-[22rem]:sr-only">{shopper ? 'Sign out' : 'Start empty'}</span>
    </button>
  );
}
