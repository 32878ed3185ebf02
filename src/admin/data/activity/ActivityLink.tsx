import { Link } from '#admin/platform/Link.tsx';
import { useMay } from '#admin/platform/rights.ts';

/** Where the activity of a record stands. */
export function activityOf(record: string): string {
  return `/admin/activity?record=${record}`;
}

/** Leads owners to what staff did with a record. */
export function ActivityLink({ record, className = 'quiet-link' }: { record: string; className?: string }) {
  if (!useMay('see_activity')) return null;
  return (
    <Link href={activityOf(record)} className={className}>
      Activity
    </Link>
  );
}
