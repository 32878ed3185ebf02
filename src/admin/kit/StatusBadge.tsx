import type { StatusLabel } from './status-labels.ts';

/** A status as a coloured word. */
export function StatusBadge({ label: { text, tone }, className = '' }: { label: StatusLabel; className?: string }) {
  return <span className={`badge ${tone} ${className}`}>{text}</span>;
}
