import type { Column } from './DataList.tsx';
import type { EntriesProps } from './DataTable.tsx';
import { Select } from './Select.tsx';

/** Entries where the screen is too narrow for a table: a card each, and the sorting as a select. */
export function DataCards<Item>({ label, items, columns, keyOf, sortBy, sortOrder, onSort }: EntriesProps<Item>) {
  return (
    <>
      {onSort && <SortSelect columns={columns} sortBy={sortBy} sortOrder={sortOrder} onSort={onSort} />}
      <ul aria-label={label} className="grid gap-3 sm:grid-cols-2">
        {items.map((item) => (
          <li key={keyOf(item)} className="panel flex flex-col p-4">
            <Card item={item} columns={columns} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Card<Item>({ item, columns }: { item: Item; columns: Column<Item>[] }) {
  const at = (place: Column<Item>['place']) => columns.filter((column) => column.place === place);

  return (
    <>
      <div className="mb-3 flex items-start justify-between gap-3">
        <div className="min-w-0 font-medium break-words">
          {at('title').map(({ name, cell }) => (
            <div key={name}>{cell(item)}</div>
          ))}
        </div>
        {at('corner').map(({ name, cell }) => (
          <div key={name} className="shrink-0">
            {cell(item)}
          </div>
        ))}
      </div>
      <dl className="card-facts">
        {at(undefined).map(({ name, cell }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{cell(item)}</dd>
          </div>
        ))}
      </dl>
      {at('actions').map(({ name, cell }) => (
        <div key={name} className="mt-auto flex flex-wrap items-center justify-end gap-1 pt-3">
          {cell(item)}
        </div>
      ))}
    </>
  );
}

function SortSelect<Item>({
  columns,
  sortBy,
  sortOrder = 'asc',
  onSort,
}: Pick<EntriesProps<Item>, 'columns' | 'sortBy' | 'sortOrder'> & { onSort: (column: string, first?: 'asc' | 'desc') => void }) {
  const sortable = columns.filter((column) => column.sortBy);
  if (sortable.length < 2) return null;
  return (
    <div className="mb-3 flex items-center gap-2">
      <Select
        label="Sort by"
        value={sortBy ?? ''}
        options={sortable.map((column) => ({ value: column.sortBy ?? '', label: `Sort by ${column.name}` }))}
        onChange={(column) => onSort(column, sortable.find((other) => other.sortBy === column)?.firstOrder)}
        className="grow"
      />
      <button type="button" onClick={() => sortBy && onSort(sortBy)} className="btn btn-outline px-4">
        {sortOrder === 'asc' ? 'Ascending' : 'Descending'}
      </button>
    </div>
  );
}
