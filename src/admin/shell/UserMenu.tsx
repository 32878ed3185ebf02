import { Popover } from '@base-ui/react/popover';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Keyboard from 'lucide-react/icons/keyboard';
import LogOut from 'lucide-react/icons/log-out';
import ShieldCheck from 'lucide-react/icons/shield-check';
import User from 'lucide-react/icons/user';
import { useRef } from 'react';
import { ACCOUNT, LOGIN } from '#admin/platform/location.ts';
import { leave, navigate } from '#admin/platform/router.ts';
import { signOut } from '#admin/platform/session.ts';
import type { Admin } from '#shared/schemas/accounts.ts';
import { openShortcutHelp } from './ShortcutHelp.tsx';

function openAccount(): void {
  leave(() => navigate(ACCOUNT));
}

/** The signed-in staff member, with the account, the shortcuts and the logout. */
export function UserMenu({ admin }: { admin: Admin }) {
  const logout = useRef<HTMLButtonElement>(null);

  function logOut() {
    leave(() => {
      signOut();
      navigate(LOGIN);
    });
  }

  return (
    <Popover.Root>
      <Popover.Trigger aria-label={`Account of ${admin.username}`} className="bar-button">
        <User aria-hidden className="size-5" />
        <span className="hidden max-w-40 truncate sm:inline">{admin.username}</span>
        <ChevronDown aria-hidden className="hidden size-4 sm:block" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="popup-layer">
          <Popover.Popup initialFocus={logout} className="popup w-64 p-2">
            <div className="px-3 py-2">
              <Popover.Title render={<p />} className="truncate font-medium">
                {admin.username}
              </Popover.Title>
              <Popover.Description className="truncate text-sm text-muted">{admin.email}</Popover.Description>
            </div>
            <Popover.Close onClick={openAccount} className="option w-full cursor-pointer hover:bg-cream">
              Your account
              <ShieldCheck aria-hidden className="size-4" />
            </Popover.Close>
            <Popover.Close
              onClick={openShortcutHelp}
              className="option w-full cursor-pointer hover:bg-cream pointer-coarse:hidden"
            >
              Keyboard shortcuts
              <Keyboard aria-hidden className="size-4" />
            </Popover.Close>
            <button ref={logout} type="button" onClick={logOut} className="option w-full cursor-pointer hover:bg-cream">
              Logout
              <LogOut aria-hidden className="size-4" />
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
