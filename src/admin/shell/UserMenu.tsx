import ChevronDown from 'virtual:icons/chevron-down';
import Keyboard from 'virtual:icons/keyboard';
import LogOut from 'virtual:icons/log-out';
import ShieldCheck from 'virtual:icons/shield-check';
import User from 'virtual:icons/user';
import { Popover } from '@base-ui/react/popover';
import { lazy, Suspense, useRef, useState } from 'react';
import { ACCOUNT, LOGIN } from '#admin/platform/location.ts';
import { leave, navigate } from '#admin/platform/router.ts';
import { signOut } from '#admin/platform/session.ts';
import { UNSENT_KEY } from '#admin/platform/unsent-key.ts';
import { readText } from '#browser/storage.ts';
import type { Admin } from '#domain/accounts/contract.ts';
import { openShortcutHelp } from './ShortcutHelp.tsx';

/** Signing out waits for the connection where the device does not have the question. */
const LeaveUnsent = lazy(() => import('#admin/data/outbox/LeaveUnsent.tsx').catch(() => ({ default: () => <></> })));

function openAccount(): void {
  leave(() => navigate(ACCOUNT));
}

/** The signed-in staff member, with the account, the shortcuts and the logout. */
export function UserMenu({ admin, role }: { admin: Admin; role: string }) {
  const logout = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);

  function logOut() {
    leave(() => (readText(UNSENT_KEY) ? setAsking(true) : end()));
  }

  function end() {
    signOut();
    navigate(LOGIN);
  }

  return (
    <>
      <Popover.Root>
        <Popover.Trigger aria-label={`Account of ${admin.username}`} className="bar-button">
          <User className="size-5" />
          <span className="hidden max-w-40 truncate sm:inline">{admin.username}</span>
          <ChevronDown className="hidden size-4 sm:block" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner align="end" sideOffset={6} className="popup-layer">
            <Popover.Popup initialFocus={logout} className="popup w-64 p-2">
              <div className="px-3 py-2">
                <Popover.Title render={<p />} className="truncate font-medium">
                  {admin.username}
                </Popover.Title>
                <Popover.Description className="truncate text-sm text-muted">
                  {admin.email}
                  {role && <span className="block truncate">{role}</span>}
                </Popover.Description>
              </div>
              <Popover.Close onClick={openAccount} className="option w-full cursor-pointer hover:bg-cream">
                Your account
                <ShieldCheck className="size-4" />
              </Popover.Close>
              <Popover.Close
                onClick={openShortcutHelp}
                className="option w-full cursor-pointer hover:bg-cream pointer-coarse:hidden"
              >
                Keyboard shortcuts
                <Keyboard className="size-4" />
              </Popover.Close>
              <button ref={logout} type="button" onClick={logOut} className="option w-full cursor-pointer hover:bg-cream">
                Logout
                <LogOut className="size-4" />
              </button>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {isAsking && (
        <Suspense>
          <LeaveUnsent count={readText(UNSENT_KEY) ?? ''} onLeave={end} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
