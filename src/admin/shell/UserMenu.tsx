import { Icon } from '#components/ui/Icon.tsx';
import type { Admin } from '#shared/schemas/auth.ts';
import { LOGIN } from './place.ts';
import { navigate } from './router.ts';
import { signOut } from './session.ts';

/** Who is signed in, and the way out. A native popover: Esc or a click elsewhere closes it and the focus returns. */
export function UserMenu({ admin }: { admin: Admin }) {
  function leave() {
    signOut();
    navigate(LOGIN);
  }

  return (
    <>
      <button type="button" popoverTarget="user-menu" aria-label={`Account of ${admin.username}`} className="bar-button">
        <Icon name="user" className="size-5" />
        <span className="hidden max-w-40 truncate sm:inline">{admin.username}</span>
        <Icon name="chevron-down" className="hidden size-4 sm:block" />
      </button>
      <div id="user-menu" popover="auto" className="user-menu">
        <p className="truncate font-medium">{admin.username}</p>
        <p className="truncate text-sm text-muted">{admin.email}</p>
        <button type="button" onClick={leave} className="btn btn-outline mt-4 w-full">
          <Icon name="logout" className="size-4" />
          Logout
        </button>
      </div>
    </>
  );
}
