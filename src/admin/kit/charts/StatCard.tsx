import type { ComponentProps, ComponentType } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import { changeText } from './data-points.ts';

interface Props {
  label: string;
  /** The value, formatted. */
  value: string;
  now: number;
  before: number;
  /** `vs the 30 days before`. */
  compared: string;
  Icon: ComponentType<ComponentProps<'svg'>>;
  /** The screen with the details. */
  href?: string;
}

/** A number and its change since the period before. */
export function StatCard({ label, value, now, before, compared, Icon, href }: Props) {
  const change = changeText(now, before);
  // Less than before is no danger: red is for that alone.
  const tone = change.startsWith('+') ? 'tone-done' : 'tone-plain';
  const content = (
    <>
      <span className="flex items-center justify-between gap-2 text-sm text-muted">
        {label}
        <Icon className="size-5 shrink-0 text-gold" />
      </span>
      <span className="text-xl leading-none font-medium break-words tabular-nums sm:text-2xl">{value}</span>
      <span className="mt-auto flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
        <span className={`badge min-h-6 px-2 tabular-nums ${tone}`}>{change}</span>
        {before === 0 && <span className="sr-only">nothing to compare with,</span>}
        {compared}
      </span>
    </>
  );
  return href ? (
    <Link href={href} className="panel stat-card transition-colors hover:border-gold">
      {content}
    </Link>
  ) : (
    <div className="panel stat-card">{content}</div>
  );
}
