import House from 'virtual:icons/house';
import type { ReactNode } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import { isActive } from '#admin/platform/location.ts';
import { useTitle } from '#admin/platform/use-title.ts';
import type { Admin } from '#shared/schemas/accounts.ts';
import { MoreScreens } from './MoreScreens.tsx';
import type { NavItem } from './nav-item.ts';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { UserMenu } from './UserMenu.tsx';

interface Props {
  admin: Admin;
  items: NavItem[];
  path: string;
  /** The button that opens the search. */
  search: ReactNode;
  children: ReactNode;
}

/** The frame of every screen: header, account menu and navigation. */
export function Shell({ admin, items, path, search, children }: Props) {
  const active = items.find((item) => isActive(path, item.path));
  const tabs = items.filter(({ isMore, isOwn }) => !isMore && !isOwn);

  useTitle(active?.label ?? 'Admin');

  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-white print:hidden">
        <div className="flex h-16 items-center justify-between gap-3 px-4 sm:px-6 lg:px-10">
          <p className="font-serif text-base leading-tight sm:text-2xl">Inventory Management System</p>
          <div className="flex items-center gap-1 sm:gap-3">
            <a href="/" aria-label="Back to Home" className="bar-button">
              <House className="size-5" />
              <span className="hidden sm:inline">Back to Home</span>
            </a>
            {search}
            <UserMenu admin={admin} />
          </div>
        </div>
        <nav aria-label="Admin" className="relative flex overflow-x-auto px-1 sm:px-3 lg:px-7">
          {tabs.map((item) => (
            <Link
              key={item.path}
              href={item.path}
              ref={item === active ? bringIntoView : null}
              aria-current={item === active ? 'page' : undefined}
              className="tab"
            >
              {item.label}
              {item.Count && <item.Count />}
            </Link>
          ))}
          <MoreScreens items={items.filter(({ isMore }) => isMore)} active={active} />
        </nav>
      </header>
      <main
        key={active?.path}
        ref={enter}
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-[100rem] px-4 py-4 outline-none sm:px-6 lg:px-10 lg:py-5"
      >
        {children}
      </main>
      <ShortcutHelp />
    </>
  );
}

/** On a phone the navigation is wider than the screen: scrolls to the current tab. */
function bringIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: 'center', block: 'nearest' });
}

/** Starts a new screen at its top, with the focus there for screen readers. */
function enter(main: HTMLElement | null): void {
  if (!main) return;
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
