import ArrowDown from 'virtual:icons/arrow-down';
import ArrowUp from 'virtual:icons/arrow-up';
import { type BriefRow, type Column, openOnPress, RecordLink, type RowProps, type RowsProps } from './rows.tsx';
import { Select } from './Select.tsx';
import { SelectBox, SelectPageBox } from './SelectBox.tsx';
import { useGradually } from './use-gradually.ts';

/** Records on a screen that is too narrow for a table: a card or a row of two lines each, and a select for the sort order. */
export function DataCards<Item>({
  label,
  items,
  columns,
  brief,
  keyOf,
  hrefOf,
  selection,
  sortBy,
  sortOrder,
  onSort,
}: RowsProps<Item>) {
  const shown = useGradually(items, keyOf);
  const propsOf = (item: Item) => ({
    name: keyOf(item),
    item,
    href: hrefOf?.(item),
    isSelected: selection?.isSelected(item),
  });
  return (
    <>
      <div className="mb-3 flex items-center gap-2 empty:hidden">
        {selection && <SelectPageBox items={items} label="Page" />}
        {onSort && <SortSelect columns={columns} sortBy={sortBy} sortOrder={sortOrder} onSort={onSort} />}
      </div>
      <ul aria-label={label} className={brief ? 'panel divide-y divide-line' : 'grid gap-3 sm:grid-cols-2'}>
        {shown.map((item) =>
          brief ? (
            <Brief key={keyOf(item)} {...propsOf(item)} brief={brief} />
          ) : (
            <Card key={keyOf(item)} {...propsOf(item)} columns={columns} />
          ),
        )}
      </ul>
    </>
  );
}

function Card<Item>({ name, item, columns, href, isSelected }: RowProps<Item>) {
  const at = (slot: Column<Item>['slot']) => columns.filter((column) => column.slot === slot);

  return (
    <li
      data-row={name}
      className={`panel flex flex-col p-3 ${href === undefined ? '' : 'cursor-pointer'} ${isSelected ? 'is-selected' : ''}`}
      {...openOnPress(href)}
    >
      <div className="mb-2 flex items-center gap-3">
        {isSelected !== undefined && (
          <div className="-my-2 -mr-2 -ml-3">
            <SelectBox item={item} />
          </div>
        )}
        <div className="min-w-0 grow font-medium break-words">
          {at('title').map(({ name, cell }) => (
            <RecordLink key={name} href={href}>
              {cell(item)}
            </RecordLink>
          ))}
        </div>
        {at('corner').map(({ name, cell }) => (
          <div key={name} className="shrink-0">
            {cell(item)}
          </div>
        ))}
      </div>
      <div className="flex grow flex-wrap items-end justify-end gap-x-2 gap-y-3">
        <dl className="card-facts grow basis-56">
          {at(undefined).map(({ name, cell, isWide }) => (
            <div key={name} className={isWide ? 'col-span-2' : ''}>
              <dt>{name}</dt>
              <dd>{cell(item)}</dd>
            </div>
          ))}
        </dl>
        {at('actions').map(({ name, cell }) => (
          <div key={name} className="card-actions">
            {cell(item)}
          </div>
        ))}
      </div>
    </li>
  );
}

type BriefProps<Item> = Omit<RowProps<Item>, 'columns'> & { brief: BriefRow<Item> };

function Brief<Item>({ name, item, href, isSelected, brief }: BriefProps<Item>) {
  return (
    <li
      data-row={name}
      className={`brief-row ${href === undefined ? '' : 'cursor-pointer'} ${isSelected ? 'is-selected' : ''}`}
      {...openOnPress(href)}
    >
      {isSelected !== undefined && <SelectBox item={item} />}
      <div className="min-w-0 grow py-2">
        <div className="flex items-baseline gap-2">
          <div className="shrink-0 font-medium">
            <RecordLink href={href}>{brief.name(item)}</RecordLink>
          </div>
          <div className="min-w-0 grow truncate">{brief.of(item)}</div>
          <div className="shrink-0 font-medium tabular-nums">{brief.end(item)}</div>
        </div>
        <div className="mt-1 flex items-center gap-1.5 text-sm">{brief.below(item)}</div>
      </div>
    </li>
  );
}

function SortSelect<Item>({
  columns,
  sortBy,
  sortOrder = 'asc',
  onSort,
}: Pick<RowsProps<Item>, 'columns' | 'sortBy' | 'sortOrder'> & { onSort: (column: string, first?: 'asc' | 'desc') => void }) {
  const sortable = columns.filter((column) => column.sortBy);
  if (sortable.length < 2) return null;
  return (
    <>
      <Select
        label="Sort by"
        value={sortBy ?? ''}
        options={sortable.map((column) => ({ value: column.sortBy ?? '', label: `Sort by ${column.name}` }))}
        onChange={(column) => onSort(column, sortable.find((other) => other.sortBy === column)?.firstOrder)}
        className="min-w-0 grow"
      />
      <button type="button" onClick={() => sortBy && onSort(sortBy)} className="btn btn-outline px-3">
        {sortOrder === 'asc' ? <ArrowUp className="size-4 sm:hidden" /> : <ArrowDown className="size-4 sm:hidden" />}
        <span className="max-sm:sr-only">{sortOrder === 'asc' ? 'Ascending' : 'Descending'}</span>
      </button>
    </>
  );
}
