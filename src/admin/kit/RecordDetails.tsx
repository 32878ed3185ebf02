import type { ComponentProps, ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { type BaseRecord, type RecordDefinition, titleCase } from './define-record.ts';
import type { BaseFilters } from './list-filters.ts';
import type { DialogProps } from './RecordScreen.tsx';

interface Props<Item extends BaseRecord, Filters extends BaseFilters> extends DialogProps<Item> {
  record: RecordDefinition<Item, Filters>;
  status: ReactNode;
  /** Lines below the name: 'Placed 20 Nov 2026'. */
  lines: (string | false)[];
  /** What stops the record, or asks for a decision: before everything else. */
  alerts?: ReactNode;
  /** The facts, in two columns: `Fact`s. */
  facts: ReactNode;
  /** Buttons before Edit. */
  buttons?: ReactNode;
  /** The button of the next step, after Edit. */
  nextStep?: ReactNode;
  /** Content below the facts: items, history. */
  children: ReactNode;
}

/** A record in a dialog: its name and status, its facts, and the buttons to edit and delete it. */
export function RecordDetails<Item extends BaseRecord, Filters extends BaseFilters>({
  record,
  item,
  status,
  lines,
  alerts,
  facts,
  buttons,
  nextStep,
  children,
  onClose,
  onOpen,
}: Props<Item, Filters>) {
  return (
    <Dialog
      title={`${titleCase(record.noun)} Details`}
      lightDismiss
      onClose={onClose}
      footer={
        <>
          <button type="button" onClick={() => onOpen('delete')} className="btn mr-auto px-3 text-danger hover:underline">
            Delete
          </button>
          {buttons}
          <button type="button" onClick={() => onOpen('edit')} className={`btn ${nextStep ? 'btn-outline' : 'btn-primary'}`}>
            Edit
          </button>
          {nextStep}
        </>
      }
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <p className="text-lg font-medium">{record.nameOf(item)}</p>
          {lines.map(
            (line) =>
              line && (
                <p key={line} className="text-sm text-muted">
                  {line}
                </p>
              ),
          )}
        </div>
        {status}
      </div>
      {alerts}
      <dl className="facts mt-6 grid gap-5 sm:grid-cols-2">{facts}</dl>
      {children}
    </Dialog>
  );
}

/** A named fact of a record, across both columns where it is wide. */
export function Fact({ name, isWide = false, ...value }: ComponentProps<'dd'> & { name: string; isWide?: boolean }) {
  return (
    <div className={isWide ? 'sm:col-span-2' : ''}>
      <dt>{name}</dt>
      <dd {...value} className={`break-words ${value.className ?? ''}`} />
    </div>
  );
}
