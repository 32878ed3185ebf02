import Plus from 'virtual:icons/plus';
import type { ComponentType, ReactNode } from 'react';
import { useRefusal } from '#admin/platform/rights.ts';
import type { CsvColumn } from '#domain/csv.ts';
import { DataList } from './DataList.tsx';
import { Deferred } from './Deferred.tsx';
import { DeleteRecord } from './DeleteRecord.tsx';
import { type BaseRecord, capitalized, type RecordDefinition } from './define-record.ts';
import { ExportButton } from './ExportButton.tsx';
import { type FilterField, ListFilters } from './ListFilters.tsx';
import type { BaseFilters } from './list-filters.ts';
import { MayButton } from './may.tsx';
import { NotAllowedDialog } from './NotAllowedDialog.tsx';
import { RecordMissing } from './RecordMissing.tsx';
import { type BriefRow, type Column, rowActions } from './rows.tsx';
import { Screen } from './Screen.tsx';
import { type List, useList } from './use-list.ts';
import { useRecordRoute } from './use-record-route.ts';
import { type Selection, useSelection } from './use-selection.ts';

/** The address of the form for a new record. */
const NEW = 'new';

/** The props of a record's dialog. */
export interface DialogProps<Item> {
  item: Item;
  onClose: () => void;
  /** Opens another dialog of the same record: `edit`. */
  onOpen: (dialog: string) => void;
}

interface Props<Item extends BaseRecord, Filters extends BaseFilters> {
  record: RecordDefinition<Item, Filters>;
  title: string;
  columns: Column<Item>[];
  /** Rows of two lines on a phone, instead of cards; the buttons of a row are in its details. */
  brief?: BriefRow<Item>;
  csv: CsvColumn<Item>[];
  filters: FilterField<Filters>[];
  /** The dialogs of a record, by their word in its address; `details` has none. */
  dialogs: Record<string, ComponentType<DialogProps<Item>>>;
  /** The text below the question before deleting: which record, and what follows. */
  deletion: (item: Item) => string;
  /** The button that begins a new record, with a shorter label for phones, and its form at `/new`. */
  create?: { label: string; short: string; Form: ComponentType<{ onClose: () => void }> };
  /** Buttons before the export. */
  actions?: (list: List<Item, Filters>) => ReactNode;
  /** Content above the filters. */
  above?: (list: List<Item, Filters>) => ReactNode;
  /** The first button of a row. */
  rowAction?: (item: Item, onOpen: (dialog: string) => void) => ReactNode;
  /** Actions on all selected records. With them, rows can be selected. */
  bulkActions?: (selection: Selection<Item>) => ReactNode;
}

/** A screen of records: the list with its filters and export, and over it the dialog that the address names. */
export function RecordScreen<Item extends BaseRecord, Filters extends BaseFilters>({
  record,
  title,
  columns,
  brief,
  csv,
  filters,
  dialogs,
  deletion,
  create,
  actions,
  above,
  rowAction,
  bulkActions,
}: Props<Item, Filters>) {
  const list = useList(record);
  const route = useRecordRoute(record, list.page?.items, create ? [NEW] : []);
  const nameOf = (item: Item) => `${record.noun} ${record.nameOf(item)}`;
  const selection = useSelection(list, nameOf);
  const { record: item, dialog, open, close, back } = route;
  const buttons = rowActions<Item>({
    nameOf,
    onView: (listed) => open(listed),
    onDelete: (listed) => open(listed, 'delete'),
    deletion: record.rights['delete'],
    first: rowAction && ((listed) => rowAction(listed, (next) => open(listed, next))),
  });
  const refusal = useRefusal(record.rights[dialog ?? '']);
  const RecordDialog = dialog && item && !refusal ? dialogs[dialog] : undefined;
  const isNew = dialog === NEW && !route.key;

  return (
    <Screen
      title={title}
      actions={
        <>
          {actions?.(list)}
          <ExportButton noun={record.plural} columns={csv} fetchWhole={list.fetchWhole} />
          {create && (
            <MayButton right={record.rights[NEW]} onClick={() => route.openDialog(NEW)} className="btn btn-primary px-4">
              <Plus className="size-4" />
              <span className="sm:hidden">{create.short}</span>
              <span className="max-sm:hidden">{create.label}</span>
            </MayButton>
          )}
        </>
      }
    >
      {above?.(list)}
      <ListFilters list={list} label={capitalized(record.plural)} fields={filters} />
      <DataList
        list={list}
        columns={[...columns, buttons]}
        brief={brief}
        hrefOf={route.hrefOf}
        {...(bulkActions && { selection, bulkActions: bulkActions(selection) })}
      />
      <Deferred>
        <RecordMissing route={route} noun={record.noun} dialogs={[...Object.keys(dialogs), 'delete']} />
        {refusal && (item || isNew) && (
          <NotAllowedDialog title="Not for your role" reason={refusal} onClose={isNew ? close : back} />
        )}
        {create && isNew && !refusal && <create.Form onClose={close} />}
        {item && RecordDialog && (
          <RecordDialog
            key={item.id}
            item={item}
            onClose={dialog === 'details' ? close : back}
            onOpen={(next) => open(item, next)}
          />
        )}
        {item && dialog === 'delete' && !refusal && (
          <DeleteRecord record={record} item={item} detail={deletion(item)} onClose={close} />
        )}
      </Deferred>
    </Screen>
  );
}
