import House from 'virtual:icons/house';
import Menu from 'virtual:icons/menu';
import { useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { Navigation } from './Navigation.tsx';
import type { NavItem } from './nav-item.ts';
import { WaitingCount } from './WaitingCount.tsx';

interface Props {
  items: NavItem[];
  /** The current screen. */
  active: NavItem | undefined;
}

/** The navigation where a side bar has no room: a button that says what waits, and a sheet with all screens. */
export function MenuSheet({ items, active }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);

  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className="bar-button menu-button">
        <Menu className="size-5" />
        <span className="menu-word">
          Menu
          <WaitingCount items={items} />
        </span>
      </button>
      {isOpen && (
        <Dialog title="Menu" lightDismiss onClose={close}>
          <Navigation items={items} active={active} isWhole onChosen={close} />
          <a href="/" className="btn btn-outline mt-4 w-full sm:hidden">
            <House className="size-4" />
            Back to Home
          </a>
        </Dialog>
      )}
    </>
  );
}
