import type { Selection } from './use-selection.ts';

/** Selects one record. The label around it is a finger-sized target. */
export function SelectBox<Item>({ selection, item }: { selection: Selection<Item>; item: Item }) {
  return (
    <label className="select-box">
      <span className="sr-only">Select {selection.nameOf(item)}</span>
      <input type="checkbox" checked={selection.isSelected(item)} onChange={() => selection.toggle(item)} className="checkbox" />
    </label>
  );
}

interface PageProps<Item> {
  selection: Selection<Item>;
  items: Item[];
  /** Text beside the box, where it does not head a column of boxes. */
  label?: string;
}

/** Selects all records of the current page, or none of them. */
export function SelectPageBox<Item>({ selection, items, label }: PageProps<Item>) {
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
      <span className={label ? 'text-sm' : 'sr-only'}>{label ?? 'Select this page'}</span>
    </label>
  );
}
