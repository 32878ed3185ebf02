import type { ReactNode } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import type { Column } from './DataList.tsx';
import { openOnPress } from './open-on-press.ts';
import { SelectBox, SelectPageBox } from './SelectBox.tsx';
import { SortHeading } from './SortHeading.tsx';
import type { Selection } from './use-selection.ts';

export interface RowsProps<Item> {
  /** What is listed, for those who cannot see it. */
  label: string;
  items: Item[];
  columns: Column<Item>[];
  keyOf: (item: Item) => string;
  /** The address of an entry: its row opens it. */
  hrefOf?: ((item: Item) => string) | undefined;
  selection?: Selection<Item> | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
  onSort?: (column: string, first?: 'asc' | 'desc') => void;
}

/** Entries where there is room for a table. */
export function DataTable<Item>({
  label,
  items,
  columns,
  keyOf,
  hrefOf,
  selection,
  sortBy,
  sortOrder = 'asc',
  onSort,
}: RowsProps<Item>) {
  return (
    <div className="panel relative overflow-x-auto">
      <table className="list">
        <caption className="sr-only first-letter:uppercase">{label}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="select-cell">
                <SelectPageBox selection={selection} items={items} />
              </th>
            )}
            {columns.map(({ name, sortBy: column, firstOrder, slot, align }) =>
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
                  <span className={slot === 'actions' ? 'sr-only' : ''}>{name}</span>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr
              key={keyOf(item)}
              data-entry={keyOf(item)}
              className={`${hrefOf ? 'cursor-pointer' : ''} ${selection?.isSelected(item) ? 'is-selected' : ''}`}
              {...openOnPress(hrefOf?.(item))}
            >
              {selection && (
                <td className="select-cell">
                  <SelectBox selection={selection} item={item} />
                </td>
              )}
              {columns.map(({ name, cell, slot, align, className = '' }) => {
                const look = `${className} ${align === 'right' ? 'text-right tabular-nums' : ''}`;
                if (slot === 'title') {
                  return (
                    <th key={name} scope="row" className={`font-medium ${look}`}>
                      <RecordLink href={hrefOf?.(item)}>{cell(item)}</RecordLink>
                    </th>
                  );
                }
                return (
                  <td key={name} className={slot === 'actions' ? `text-right whitespace-nowrap ${look}` : look}>
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

/** What names an entry, and leads to it where it has an address. */
export function RecordLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <Link href={href} data-opens className="entry-link">
      {children}
    </Link>
  );
}
