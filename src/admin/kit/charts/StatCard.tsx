import type { LucideIcon } from 'lucide-react';
import { Link } from '#admin/platform/Link.tsx';
import { changeText } from './figures.ts';

interface Props {
  label: string;
  /** The figure as it reads. */
  value: string;
  now: number;
  before: number;
  /** What it is compared with: `vs the 30 days before`. */
  compared: string;
  Icon: LucideIcon;
  /** The screen that says more. */
  href?: string;
}

/** A figure and what it did since the period before. */
export function StatCard({ label, value, now, before, compared, Icon, href }: Props) {
  const change = changeText(now, before);
  const tone = change.startsWith('+') ? 'tone-done' : change.startsWith('-') ? 'tone-stop' : 'tone-plain';
  const content = (
    <>
      <span className="flex items-center justify-between gap-2 text-sm text-muted">
        {label}
        <Icon aria-hidden className="size-5 shrink-0 text-gold" />
      </span>
      <span className="font-serif text-2xl leading-none break-words sm:text-3xl lining-nums tabular-nums">{value}</span>
      <span className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span className={`badge min-h-6 px-2 tabular-nums ${tone}`}>{change}</span>
        {before === 0 && <span className="sr-only">nothing to compare with,</span>}
        {compared}
      </span>
    </>
  );
  return href ? (
    <Link href={href} className="panel figure-card transition-colors hover:border-gold">
      {content}
    </Link>
  ) : (
    <div className="panel figure-card">{content}</div>
  );
}
