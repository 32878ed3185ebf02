import { Children, type ReactNode } from 'react';
import { Section } from '#admin/kit/charts/Section.tsx';
import { formatCount } from '#admin/kit/formats.ts';
import { Link } from '#admin/platform/Link.tsx';

interface Props {
  title: string;
  /** The days that it is about, where it is not about today. */
  period?: string;
  /** How many there are in all, shown beside the title: only the first ones are listed. */
  total?: number;
  empty?: string;
  /** The screen that lists them all. */
  href: string;
  link: string;
  /** A link before that one. */
  before?: ReactNode;
  /** `Row`s. */
  children: ReactNode;
}

/** A short list on the dashboard with a link to its screen. */
export function DashboardList({ title, period, total = 0, empty, href, link, before, children }: Props) {
  return (
    <Section
      title={total > 0 ? `${title} (${formatCount(total)})` : title}
      period={period}
      isEmpty={Children.count(children) === 0}
      {...(empty && { empty })}
      action={
        <span className="flex gap-4">
          {before}
          <Link href={href} className="quiet-link">
            {link}
          </Link>
        </span>
      }
    >
      <ol className="panel grow divide-y divide-line px-4 sm:px-5">{children}</ol>
    </Section>
  );
}

export function Row({ isRoomy = false, children }: { isRoomy?: boolean; children: ReactNode }) {
  return <li className={`flex min-h-14 items-center gap-4 ${isRoomy ? 'py-2.5' : 'py-2'}`}>{children}</li>;
}

/** A record's number, linked to the record, with a line about it below. */
export function RecordLine({ href, number, note }: { href: string; number: string; note: string }) {
  return (
    <span className="min-w-0 grow">
      <Link href={href} className="entry-link inline-block py-0.5 font-medium">
        {number}
      </Link>
      <span className="block truncate text-sm text-muted">{note}</span>
    </span>
  );
}
