import Eye from 'virtual:icons/eye';
import Trash from 'virtual:icons/trash';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import type { Needed } from '#admin/platform/rights.ts';
import { navigate } from '#admin/platform/router.ts';
import { MayButton } from './may.tsx';
import type { Selection } from './use-selection.ts';

/** A column of a list. On a narrow screen it is a line of the record's card. */
export interface Column<Item> {
  name: string;
  cell: (item: Item) => ReactNode;
  /** The operation's sort key for this column. */
  sortBy?: string;
  /** The order that the first click on the heading gives. */
  firstOrder?: 'asc' | 'desc';
  /** `title` names the record, `corner` stands beside the title on a card, `actions` holds its buttons. */
  slot?: 'title' | 'corner' | 'actions';
  align?: 'right';
  /** Takes the whole width of a card. */
  isWide?: boolean;
  className?: string;
}

/** A record in two lines, where a card would be too tall: its name and whose it is, with a figure at the end; below them what it waits for. */
export interface BriefRow<Item> {
  name: (item: Item) => ReactNode;
  of: (item: Item) => ReactNode;
  end: (item: Item) => ReactNode;
  below: (item: Item) => ReactNode;
}

/** What the table and the cards of a list both take. */
export interface RowsProps<Item> {
  /** What is listed, for screen readers. */
  label: string;
  items: Item[];
  columns: Column<Item>[];
  /** Rows of two lines instead of cards. */
  brief?: BriefRow<Item> | undefined;
  keyOf: (item: Item) => string;
  /** The address of a record: its row opens it. */
  hrefOf?: ((item: Item) => string) | undefined;
  selection?: Selection<Item> | undefined;
  sortBy?: string | undefined;
  sortOrder?: 'asc' | 'desc' | undefined;
  onSort?: (column: string, first?: 'asc' | 'desc') => void;
}

/** What one row or card takes. `isSelected` is undefined where rows cannot be selected. */
export interface RowProps<Item> {
  /** Its key, by which shortcuts find it. */
  name: string;
  item: Item;
  columns: Column<Item>[];
  href: string | undefined;
  isSelected: boolean | undefined;
}

/** The name of a record, linked where the record has an address. */
export function RecordLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return children;
  return (
    <Link href={href} data-opens className="record-link">
      {children}
    </Link>
  );
}

const CONTROLS = 'a, button, input, label, select, textarea, [role=combobox]';

/** Makes a whole row or card open its record on a press, except on its links and controls, and while text is being selected. */
export function openOnPress(href: string | undefined) {
  if (href === undefined) return {};
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement;
      // A list that opens from a row is rendered elsewhere, but React bubbles its clicks through the row.
      if (!event.currentTarget.contains(target) || target.closest(CONTROLS)) return;
      if (window.getSelection()?.isCollapsed === false) return;
      if (event.metaKey || event.ctrlKey) window.open(href, '_blank', 'noopener');
      else navigate(href);
    },
  };
}

interface Actions<Item> {
  /** The record in the buttons' names: `order ORD-1042`. */
  nameOf: (item: Item) => string;
  onView: (item: Item) => void;
  onDelete: (item: Item) => void;
  /** What deleting needs. */
  deletion?: Needed | undefined;
  /** A button before them. */
  first?: ((item: Item) => ReactNode) | undefined;
}

/** The column with a record's buttons: view and delete. */
export function rowActions<Item>({ nameOf, onView, onDelete, deletion, first }: Actions<Item>): Column<Item> {
  return {
    name: 'Actions',
    slot: 'actions',
    cell: (item) => (
      <div className="flex items-center justify-end gap-1">
        {first?.(item)}
        <button
          type="button"
          onClick={() => onView(item)}
          aria-label={`View details of ${nameOf(item)}`}
          className="btn-icon max-lg:hidden"
        >
          <Eye className="size-5" />
        </button>
        <MayButton
          right={deletion}
          onClick={() => onDelete(item)}
          aria-label={`Delete ${nameOf(item)}`}
          className="btn-icon text-muted hover:text-danger"
        >
          <Trash className="size-5" />
        </MayButton>
      </div>
    ),
  };
}
