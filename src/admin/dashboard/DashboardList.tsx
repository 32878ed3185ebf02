import type { ReactNode } from 'react';
import { Section } from '#admin/kit/charts/Section.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';

interface Props<Item> {
  title: string;
  /** How many there are in all, shown beside the title: only the first ones are listed. */
  total?: number;
  items: Item[];
  keyOf: (item: Item) => string;
  empty?: string;
  /** The screen that lists them all. */
  screen: { href: string; label: string };
  /** Numbers the items. */
  isRanked?: boolean;
  /** Vertical padding of a row. */
  padding?: string;
  children: (item: Item) => ReactNode;
}

/** A short list on the dashboard with a link to its screen. */
export function DashboardList<Item>({
  title,
  total = 0,
  items,
  keyOf,
  empty,
  screen: { href, label },
  isRanked = false,
  padding = 'py-2',
  children,
}: Props<Item>) {
  const List = isRanked ? 'ol' : 'ul';
  return (
    <Section
      title={total > 0 ? `${title} (${formatCount(total)})` : title}
      isEmpty={items.length === 0}
      {...(empty && { empty })}
      action={
        <Link href={href} className="quiet-link">
          {label}
        </Link>
      }
    >
      <List className="panel grow divide-y divide-line px-4 sm:px-5">
        {items.map((item, index) => (
          <li key={keyOf(item)} className={`flex min-h-14 items-center gap-4 ${padding}`}>
            {isRanked && (
              <span aria-hidden className="w-4 shrink-0 font-serif text-lg text-gold-deep lining-nums tabular-nums">
                {index + 1}
              </span>
            )}
            {children(item)}
          </li>
        ))}
      </List>
    </Section>
  );
}

/** A record's number with a line about it below, linked to the record. */
export function RecordLine({ href, number, note }: { href: string; number: string; note: string }) {
  return (
    <span className="min-w-0 grow">
      <Link href={href} className="record-link inline-block py-0.5 font-medium">
        {number}
      </Link>
      <span className="block truncate text-sm text-muted">{note}</span>
    </span>
  );
}
