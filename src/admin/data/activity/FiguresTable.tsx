import { formatCount } from '#admin/kit/formats.ts';
import type { StaffFigures } from '#domain/audit-log/contract.ts';

/** What each confirmed and packed: a row a person, and a card on a phone. */
export function FiguresTable({ figures, label }: { figures: StaffFigures[]; label: string }) {
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {figures.map(({ id, username, confirmed, delivered, returned, returnRate, parcels, pieces }) => (
        <li key={id} className="py-3">
          <p className="font-medium break-words">{username}</p>
          <dl className="mt-1 grid grid-cols-2 gap-x-4 gap-y-2 text-sm sm:grid-cols-3 lg:grid-cols-6">
            <Figure name="Confirmed" value={formatCount(confirmed)} />
            <Figure name="Delivered of these" value={formatCount(delivered)} />
            <Figure name="Came back" value={formatCount(returned)} />
            <Figure name="Return rate" value={returnRate === null ? 'None yet' : `${returnRate} %`} />
            <Figure name="Parcels packed" value={formatCount(parcels)} />
            <Figure name="Pieces in them" value={formatCount(pieces)} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  );
}
