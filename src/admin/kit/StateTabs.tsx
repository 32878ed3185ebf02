import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import { formatCount } from './formats.ts';

/** A part of what is listed, or of a screen. */
export interface StateTab {
  label: string;
  href: string;
  isShown: boolean;
  /** How many records it has; null until that is known. */
  count?: number | null | undefined;
}

interface Props {
  /** What the tabs tell apart: `Status`. */
  label: string;
  tabs: StateTab[];
  /** What stands at the end of the row. */
  children?: ReactNode;
}

/** The states of a list, each at its address, of which one is shown. They scroll sideways where the screen is too narrow for all. */
export function StateTabs({ label, tabs, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const shown = tabs.find(({ isShown }) => isShown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is shown may lie beyond the edge, and grows by its count
  useEffect(() => {
    row.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shown?.label, shown?.count]);
  return (
    <div ref={row} className="state-tabs panel">
      <nav aria-label={label}>
        <ul className="flex">
          {tabs.map(({ label: text, href, isShown, count }) => (
            <li key={text}>
              <Link href={href} aria-current={isShown ? 'true' : undefined} className="state-tab">
                {text}
                {count !== undefined && (
                  <span className="font-medium text-ink tabular-nums">{count === null ? '–' : formatCount(count)}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
