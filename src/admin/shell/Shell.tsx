import House from 'virtual:icons/house';
import type { ReactNode } from 'react';
import { useHasSideBar, useIsWiderThanPhone } from '#admin/kit/use-is-desktop.ts';
import { useTitle } from '#admin/platform/use-title.ts';
import { SHOP } from '#built/settings.ts';
import type { Admin } from '#domain/accounts/contract.ts';
import { MenuSheet } from './MenuSheet.tsx';
import { Navigation } from './Navigation.tsx';
import { entryAt, type NavItem, nameOf } from './nav-item.ts';
import { PhoneBar } from './PhoneBar.tsx';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { UserMenu } from './UserMenu.tsx';

interface Props {
  admin: Admin;
  role: string;
  items: NavItem[];
  /** What the role opens most. */
  daily: NavItem[];
  /** The screen that is shown, and its address with what it is narrowed to. */
  screen: NavItem;
  url: string;
  /** The button that opens the search. */
  search: ReactNode;
  children: ReactNode;
}

/** The frame of every screen: header, account menu and navigation. */
export function Shell({ admin, role, items, daily, screen, url, search, children }: Props) {
  const hasSideBar = useHasSideBar();
  const isPhone = !useIsWiderThanPhone();
  const active = entryAt(items, url);

  const menu = <MenuSheet items={items} active={active} />;

  useTitle(nameOf(screen));

  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-white print:hidden">
        <div className="flex h-16 items-center justify-between gap-3 px-4 sm:px-6">
          <div className="flex min-w-0 items-center gap-1 sm:max-xl:-ml-2.5 sm:gap-3">
            {!hasSideBar && !isPhone && menu}
            <p className="font-serif text-base leading-tight sm:text-2xl">Inventory Management System</p>
            <p className="truncate border-l border-line pl-3 text-sm text-muted max-lg:hidden">{SHOP.name}</p>
          </div>
          <div className="flex items-center gap-1 sm:gap-3">
            <a href="/" className="bar-button max-sm:hidden">
              <House className="size-5" />
              Back to Home
            </a>
            {search}
            <UserMenu admin={admin} role={role} />
          </div>
        </div>
      </header>
      <div className="flex">
        {hasSideBar && (
          <div className="side-bar">
            <Navigation items={items} active={active} />
          </div>
        )}
        <main
          key={screen.path}
          ref={enter}
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[100rem] min-w-0 px-4 py-4 outline-none max-sm:pb-(--phone-bar) sm:px-6 lg:py-5"
        >
          {children}
        </main>
      </div>
      {isPhone && <PhoneBar daily={daily} items={items} active={active} menu={menu} />}
      <ShortcutHelp />
    </>
  );
}

/** Starts a new screen at its top, with the focus there for screen readers. */
function enter(main: HTMLElement | null): void {
  if (!main) return;
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
