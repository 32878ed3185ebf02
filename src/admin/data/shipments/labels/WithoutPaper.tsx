import { countText } from '#admin/kit/outcome-text.ts';

interface Props {
  /** What they are: `Without a label`. */
  title: string;
  parcels: { shipmentNumber: string; reason: string }[];
}

/** Why parcels have no paper: those with the same reason together. Nothing where each has one. */
export function WithoutPaper({ title, parcels }: Props) {
  const numbers = new Map<string, string[]>();
  for (const { shipmentNumber, reason } of parcels) numbers.set(reason, [...(numbers.get(reason) ?? []), shipmentNumber]);
  if (numbers.size === 0) return null;
  return (
    <ul aria-label={title} className="mt-4 space-y-3">
      {[...numbers].map(([reason, named]) => (
        <li key={reason} className="bg-notice px-4 py-3">
          <strong className="block font-medium break-words tabular-nums">
            {title}: {named.filter(Boolean).join(', ') || countText('parcel', named.length)}
          </strong>
          {reason}
        </li>
      ))}
    </ul>
  );
}
