import type { ComponentProps, ReactNode } from 'react';
import { Dialog, type DialogSize } from './Dialog.tsx';
import { type BaseRecord, type RecordDefinition, titleCase } from './define-record.ts';
import type { BaseFilters } from './list-filters.ts';
import { MayButton } from './may.tsx';
import type { DialogProps } from './RecordScreen.tsx';

interface Props<Item extends BaseRecord, Filters extends BaseFilters> extends DialogProps<Item> {
  record: RecordDefinition<Item, Filters>;
  status: ReactNode;
  /** What stands beside the name, or below it: 'Placed 20 Nov 2026'. */
  lines: (string | false | null)[];
  /** What stops the record, or asks for a decision: before everything else. */
  alerts?: ReactNode;
  /** The facts, in two columns: `Fact`s. */
  facts?: ReactNode;
  /** Buttons before Edit, instead of Delete: of a record that nobody deletes. */
  actions?: ReactNode;
  /** The button of the next step, after Edit: the only filled one. */
  nextStep?: ReactNode;
  /** Content below the facts: items, history. */
  children: ReactNode;
  /** `full` for a record with much to show: its parts stand side by side in `record-columns`. */
  size?: DialogSize;
}

/** A record in a dialog: its name and status, its facts, and the buttons to edit and delete it. */
export function RecordDetails<Item extends BaseRecord, Filters extends BaseFilters>({
  record,
  item,
  status,
  lines,
  alerts,
  facts,
  actions,
  nextStep,
  children,
  size,
  onClose,
  onOpen,
}: Props<Item, Filters>) {
  return (
    <Dialog
      title={`${titleCase(record.noun)} Details`}
      {...(size && { size })}
      lightDismiss
      onClose={onClose}
      footer={
        <>
          {actions ?? (
            <MayButton
              right={record.rights['delete']}
              onClick={() => onOpen('delete')}
              className="btn btn-quiet mr-auto px-3 text-danger"
            >
              Delete
            </MayButton>
          )}
          <MayButton right={record.rights['edit']} onClick={() => onOpen('edit')} className="btn btn-outline">
            Edit
          </MayButton>
          {nextStep}
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 grow text-lg font-medium break-words lg:grow-0">
          <bdi>{record.nameOf(item)}</bdi>
        </p>
        {status}
        <p className="w-full text-sm text-muted tabular-nums lg:w-auto">{lines.filter(Boolean).join(' · ')}</p>
      </div>
      {alerts}
      {facts && <Facts className="mt-6 sm:grid-cols-2">{facts}</Facts>}
      {children}
    </Dialog>
  );
}

/** Facts of a record: `Fact`s, below each other unless a class says otherwise. */
export function Facts({ className = '', ...list }: ComponentProps<'dl'>) {
  return <dl {...list} className={`facts grid gap-x-5 gap-y-4 ${className}`} />;
}

/** A named fact of a record, across both columns where it is wide. One that is not known is quiet. */
export function Fact({ name, isWide = false, ...value }: ComponentProps<'dd'> & { name: string; isWide?: boolean }) {
  return (
    <div className={isWide ? 'sm:col-span-2' : ''}>
      <dt>{name}</dt>
      <dd
        {...value}
        className={`break-words ${value.children === '–' || value.children === 'N/A' ? 'text-muted' : ''} ${value.className ?? ''}`}
      />
    </div>
  );
}
