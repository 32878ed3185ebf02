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
import { withUniqueKeys } from '#admin/kit/with-unique-keys.ts';
import { announcements, DRAG_HELP } from './drag-labels.ts';
import { SortableItem } from './SortableItem.tsx';
import { useKeysForDrag } from './use-keys-for-drag.ts';

interface Props<Item> {
  label: string;
  items: Item[];
  /** Items may share a key, such as an image that is there twice. */
  keyOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  onMove: (from: number, to: number) => void;
  /** `grid` goes from left to right, `list` from top to bottom. */
  layout: 'grid' | 'list';
  className: string;
  /** Renders an item. `controls` are its drag handle and move buttons. */
  children: (item: Item, index: number, controls: ReactNode) => ReactNode;
}

/** A list sorted by dragging, by keyboard on the handle, or by two buttons. */
export function SortableList<Item>({ label, items, keyOf, nameOf, onMove, layout, className, children }: Props<Item>) {
  const [isDragging, setDragging] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const keyed = withUniqueKeys(items, keyOf);
  const keys = keyed.map(({ key }) => key);
  const names = new Map(keyed.map(({ key, item }) => [key, nameOf(item)]));
  const sensors = useSensors(
    // A click may move the pointer by a few pixels.
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
    setAnnouncement(`${names.get(keys[from] ?? '')} is now ${to + 1} of ${items.length}`);
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
          {keyed.map(({ key, item }, index) => (
            <SortableItem key={key} id={key} name={nameOf(item)} index={index} count={items.length} layout={layout} onStep={step}>
              {(controls) => children(item, index, controls)}
            </SortableItem>
          ))}
        </ol>
      </SortableContext>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </DndContext>
  );
}
