import { House } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import { isActive } from '#admin/platform/location.ts';
import { useTitle } from '#admin/platform/use-title.ts';
import { SearchOpener } from '#admin/search/SearchOpener.tsx';
import type { Admin } from '#shared/schemas/accounts.ts';
import { MoreScreens } from './MoreScreens.tsx';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { UserMenu } from './UserMenu.tsx';

export interface Entry {
  path: string;
  label: string;
  /** A live figure beside the label. */
  Count?: ComponentType;
  /** Stands under "More". */
  isMore?: boolean;
  /** Stands in the menu of the account. */
  isOwn?: boolean;
}

interface Props {
  admin: Admin;
  entries: Entry[];
  path: string;
  children: ReactNode;
}

/** What surrounds every screen: the title, the way back to the shop, who is signed in, and the navigation. */
export function Shell({ admin, entries, path, children }: Props) {
  const active = entries.find((entry) => isActive(path, entry.path));

  const listed = entries.filter(({ isMore, isOwn }) => !isMore && !isOwn);

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
              <House aria-hidden className="size-5" />
              <span className="hidden sm:inline">Back to Home</span>
            </a>
            <SearchOpener screens={entries} />
            <UserMenu admin={admin} />
          </div>
        </div>
        <nav aria-label="Admin" className="relative flex overflow-x-auto px-1 sm:px-3 lg:px-7">
          {listed.map((entry) => (
            <Link
              key={entry.path}
              href={entry.path}
              ref={entry === active ? bringIntoView : null}
              aria-current={entry === active ? 'page' : undefined}
              className="tab"
            >
              {entry.label}
              {entry.Count && <entry.Count />}
            </Link>
          ))}
          <MoreScreens entries={entries.filter(({ isMore }) => isMore)} active={active} />
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

/** On a phone the navigation is longer than the screen: the tab one is on must be seen. */
function bringIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: 'center', block: 'nearest' });
}

/** A change of screen is a new page, also to whoever cannot see it: it begins at its top. */
function enter(main: HTMLElement | null): void {
  if (!main) return;
  main.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}
