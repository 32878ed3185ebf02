import { createContext, use } from 'react';
import type { Selection } from './use-selection.ts';

/** The selection of the list around. Boxes read it by themselves: they answer at once, while the rows around them are rendered later. */
export const SelectionContext = createContext<Selection<never> | undefined>(undefined);

/** Words for screen readers. Unseen, but not clipped away: IBM's accessibility engine takes clipped words for none. */
export const WORDS = 'sr-only pointer-events-none text-transparent [clip-path:none]!';

/** @throws Error outside of a list whose records can be selected */
function useSelectionAround<Item>(): Selection<Item> {
  const selection = use(SelectionContext);
  if (!selection) throw new Error('There is nothing to select here');
  return selection as unknown as Selection<Item>;
}

/** Selects one record. The label around it is a finger-sized target. */
export function SelectBox<Item>({ item }: { item: Item }) {
  const selection = useSelectionAround<Item>();
  return (
    <label className="select-box">
      <input type="checkbox" checked={selection.isSelected(item)} onChange={() => selection.toggle(item)} className="checkbox" />
      <span className={WORDS}>{`Select ${selection.nameOf(item)}`}</span>
    </label>
  );
}

interface PageProps<Item> {
  items: Item[];
  /** Text beside the box, where it does not head a column of boxes. */
  label?: string;
}

/** Selects all records of the current page, or none of them. */
export function SelectPageBox<Item>({ items, label }: PageProps<Item>) {
  const selection = useSelectionAround<Item>();
  const chosen = items.filter(selection.isSelected).length;
  return (
    <label className={`select-box ${label ? 'px-1' : ''}`}>
      <input
        type="checkbox"
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < items.length;
        }}
        checked={items.length > 0 && chosen === items.length}
        onChange={() => selection.togglePage(items)}
        className="checkbox"
      />
      <span className={label ? 'text-sm' : WORDS}>{label ?? 'Select this page'}</span>
    </label>
  );
}
