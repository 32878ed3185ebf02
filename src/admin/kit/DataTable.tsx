import { memo, type ReactElement } from 'react';
import { type Column, openOnPress, RecordLink, type RowProps, type RowsProps } from './rows.tsx';
import { SelectBox, SelectPageBox } from './SelectBox.tsx';
import { SortHeading } from './SortHeading.tsx';
import { useGradually } from './use-gradually.ts';

/** Records on a screen that has room for a table. */
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
  const shown = useGradually(items, keyOf);
  return (
    <div className="panel relative overflow-x-auto">
      <table className="list">
        <caption className="sr-only first-letter:uppercase">{label}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="select-cell">
                <SelectPageBox items={items} />
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
          {shown.map((item) => (
            <Row
              key={keyOf(item)}
              name={keyOf(item)}
              item={item}
              columns={columns}
              href={hrefOf?.(item)}
              isSelected={selection?.isSelected(item)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One record, rendered again only when it has changed. `isSelected` is undefined where rows cannot be selected. */
const Row = memo(function Row<Item>({ name, item, columns, href, isSelected }: RowProps<Item>) {
  return (
    <tr
      data-row={name}
      className={`${href === undefined ? '' : 'cursor-pointer'} ${isSelected ? 'is-selected' : ''}`}
      {...openOnPress(href)}
    >
      {isSelected !== undefined && (
        <td className="select-cell">
          <SelectBox item={item} />
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.name} column={column} item={item} href={href} />
      ))}
    </tr>
  );
}) as <Item>(props: RowProps<Item>) => ReactElement;

function Cell<Item>({ column: { cell, slot, align, className = '' }, item, href }: CellProps<Item>) {
  const look = `${className} ${align === 'right' ? 'text-right tabular-nums' : ''}`;
  if (slot === 'title') {
    return (
      <th scope="row" className={`font-medium ${look}`}>
        <RecordLink href={href}>{cell(item)}</RecordLink>
      </th>
    );
  }
  return <td className={slot === 'actions' ? `text-right whitespace-nowrap ${look}` : look}>{cell(item)}</td>;
}

interface CellProps<Item> {
  column: Column<Item>;
  item: Item;
  href: string | undefined;
}
