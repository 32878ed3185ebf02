import { formatDay, formatMoment, formatShortDay, formatShortMoment } from './formats.ts';

interface Props {
  of: string;
}

/** A moment in a list, on one line: short, and exact where it is pointed at. */
export function Moment({ of: iso }: Props) {
  return (
    <time dateTime={iso} title={formatMoment(iso)} className="whitespace-nowrap">
      {formatShortMoment(iso)}
    </time>
  );
}

/** The day of a moment, or a day itself, in a list: short, and whole where it is pointed at. */
export function Day({ of: iso }: Props) {
  return (
    <time dateTime={iso} title={iso.includes('T') ? formatMoment(iso) : formatDay(iso)} className="whitespace-nowrap">
      {formatShortDay(iso)}
    </time>
  );
}
