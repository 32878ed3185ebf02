import { Menu } from '@base-ui/react/menu';
import { ChevronDown, LogOut, User } from 'lucide-react';
import type { Admin } from '#shared/schemas/auth.ts';
import { LOGIN } from './place.ts';
import { navigate } from './router.ts';
import { signOut } from './session.ts';

/** Who is signed in, and the way out. */
export function UserMenu({ admin }: { admin: Admin }) {
  function leave() {
    signOut();
    navigate(LOGIN);
  }

  return (
    <Menu.Root modal={false}>
      <Menu.Trigger aria-label={`Account of ${admin.username}`} className="bar-button">
        <User aria-hidden className="size-5" />
        <span className="hidden max-w-40 truncate sm:inline">{admin.username}</span>
        <ChevronDown aria-hidden className="hidden size-4 sm:block" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={6} className="popup-layer">
          <Menu.Popup className="popup w-64 p-2">
            <Menu.Group>
              <Menu.GroupLabel className="px-3 py-2">
                <span className="block truncate font-medium">{admin.username}</span>
                <span className="block truncate text-sm text-muted">{admin.email}</span>
              </Menu.GroupLabel>
              <Menu.Item onClick={leave} className="option">
                Logout
                <LogOut aria-hidden className="size-4" />
              </Menu.Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
