import { openOnPress, RecordLink, type RowsProps } from './rows.tsx';
import { SelectBox, SelectPageBox } from './SelectBox.tsx';
import { SortHeading } from './SortHeading.tsx';

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
              data-row={keyOf(item)}
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
