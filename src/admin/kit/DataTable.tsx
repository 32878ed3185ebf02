import type { Column } from './DataList.tsx';
import { SortHeading } from './SortHeading.tsx';

export interface EntriesProps<Item> {
  /** What is listed, for those who cannot see it. */
  label: string;
  items: Item[];
  columns: Column<Item>[];
  keyOf: (item: Item) => string;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
  onSort?: (column: string, first?: 'asc' | 'desc') => void;
}

/** Entries where there is room for a table. */
export function DataTable<Item>({ label, items, columns, keyOf, sortBy, sortOrder = 'asc', onSort }: EntriesProps<Item>) {
  return (
    <div className="panel overflow-x-auto">
      <table className="list">
        <caption className="sr-only first-letter:uppercase">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ name, sortBy: column, firstOrder, place, align }) =>
              column && onSort ? (
                <SortHeading
                  key={name}
                  direction={sortBy === column ? sortOrder : null}
                  onSort={() => onSort(column, firstOrder)}
                  align={align}
                >
                  {name}
                </SortHeading>
              ) : (
                <th key={name} scope="col" className={align === 'right' ? 'text-right' : ''}>
                  <span className={place === 'actions' ? 'sr-only' : ''}>{name}</span>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map(({ name, cell, place, align, className = '' }) => {
                const look = `${className} ${align === 'right' ? 'text-right tabular-nums' : ''}`;
                if (place === 'title') {
                  return (
                    <th key={name} scope="row" className={`font-medium ${look}`}>
                      {cell(item)}
                    </th>
                  );
                }
                return (
                  <td key={name} className={place === 'actions' ? `text-right whitespace-nowrap ${look}` : look}>
                    {cell(item)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
