import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { type ReactNode, useState } from 'react';
import { announcements, DRAG_HELP } from './drag-labels.ts';
import { SortableEntry } from './SortableEntry.tsx';
import { useKeysForDrag } from './use-keys-for-drag.ts';

interface Props<Item> {
  label: string;
  items: Item[];
  keyOf: (item: Item, index: number) => string;
  nameOf: (item: Item) => string;
  onMove: (from: number, to: number) => void;
  /** `grid` goes from left to right, `list` from top to bottom. */
  layout: 'grid' | 'list';
  className: string;
  /** An entry. `controls` are its handle and its buttons to move it. */
  children: (item: Item, index: number, controls: ReactNode) => ReactNode;
}

/** Entries in an order that is changed by dragging, by the keyboard on the handle, or by two buttons. */
export function SortableList<Item>({ label, items, keyOf, nameOf, onMove, layout, className, children }: Props<Item>) {
  const [isDragging, setDragging] = useState(false);
  const [said, setSaid] = useState('');
  const keys = items.map(keyOf);
  const names = new Map(items.map((item, index) => [keys[index], nameOf(item)]));
  const sensors = useSensors(
    // A few pixels, so that a click stays one.
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  useKeysForDrag(isDragging);

  function drop({ active, over }: DragEndEvent) {
    setDragging(false);
    const from = keys.indexOf(String(active.id));
    const to = over ? keys.indexOf(String(over.id)) : -1;
    if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
  }

  function step(from: number, to: number) {
    onMove(from, to);
    setSaid(`${names.get(keys[from])} is now ${to + 1} of ${items.length}`);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={() => setDragging(true)}
      onDragCancel={() => setDragging(false)}
      onDragEnd={drop}
      accessibility={{ announcements: announcements(keys, names), screenReaderInstructions: { draggable: DRAG_HELP } }}
    >
      <SortableContext items={keys} strategy={rectSortingStrategy}>
        <ol aria-label={label} className={className}>
          {items.map((item, index) => (
            <SortableEntry
              key={keys[index]}
              id={keys[index] ?? ''}
              name={nameOf(item)}
              index={index}
              count={items.length}
              layout={layout}
              onStep={step}
            >
              {(controls) => children(item, index, controls)}
            </SortableEntry>
          ))}
        </ol>
      </SortableContext>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </DndContext>
  );
}
