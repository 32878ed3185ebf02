import PackageCheck from 'virtual:icons/package-check';
import Phone from 'virtual:icons/phone';
import Undo2 from 'virtual:icons/undo-2';
import type { ReactNode } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import { ICONS, type NavIcon } from './nav-icons.ts';
import { type NavItem, nameOf } from './nav-item.ts';
import { WaitingCount } from './WaitingCount.tsx';

/** Screens that would look like another one behind the same door. */
const OWN_ICONS: Record<string, NavIcon> = {
  '/admin/confirm': Phone,
  '/admin/pack': PackageCheck,
  '/admin/receive': Undo2,
};

interface Props {
  /** What the role opens most. */
  daily: NavItem[];
  items: NavItem[];
  /** The current screen. */
  active: NavItem | undefined;
  /** The button that opens all the others. */
  menu: ReactNode;
}

/** At the bottom of a phone, where thumbs are: what the role opens most, and the menu. */
export function PhoneBar({ daily, items, active, menu }: Props) {
  return (
    <div className="phone-bar">
      <nav aria-label="Daily" className="contents">
        {daily.map((item) => {
          const { path, door } = item;
          const Icon = OWN_ICONS[path] ?? (door && ICONS[door]);
          return (
            <Link key={path} href={path} aria-current={active?.path === path ? 'page' : undefined} className="phone-door">
              {Icon && <Icon className="size-5" />}
              {nameOf(item)}
              <WaitingCount items={items} of={items.filter((one) => one.path === path)} />
            </Link>
          );
        })}
      </nav>
      {menu}
    </div>
  );
}
