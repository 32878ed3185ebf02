import ArrowDown from 'virtual:icons/arrow-down';
import ArrowLeft from 'virtual:icons/arrow-left';
import ArrowRight from 'virtual:icons/arrow-right';
import ArrowUp from 'virtual:icons/arrow-up';
import GripVertical from 'virtual:icons/grip-vertical';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { type ReactNode, useEffect, useRef } from 'react';

interface Props {
  id: string;
  name: string;
  index: number;
  count: number;
  layout: 'grid' | 'list';
  onStep: (from: number, to: number) => void;
  children: (controls: ReactNode) => ReactNode;
}

/** An item of a sortable list, with its handle and buttons. */
export function SortableItem({ id, name, index, count, layout, onStep, children }: Props) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({ id });
  const back = useRef<HTMLButtonElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  const pressed = useRef<'back' | 'forward' | null>(null);
  const [Back, Forward] = layout === 'grid' ? [ArrowLeft, ArrowRight] : [ArrowUp, ArrowDown];

  // Focus follows the moved item. At either end only the other button is enabled.
  useEffect(() => {
    if (!pressed.current) return;
    const goesBack = pressed.current === 'back' ? index > 0 : index === count - 1;
    (goesBack ? back : forward).current?.focus();
    pressed.current = null;
  }, [index, count]);

  function step(direction: 'back' | 'forward') {
    pressed.current = direction;
    onStep(index, direction === 'back' ? index - 1 : index + 1);
  }

  const controls = (
    <>
      <button
        type="button"
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={`Drag ${name}`}
        className="btn-icon cursor-grab touch-none text-muted active:cursor-grabbing"
      >
        <GripVertical className="size-5" />
      </button>
      <button
        type="button"
        ref={back}
        disabled={index === 0}
        onClick={() => step('back')}
        aria-label={`Move ${name} ${layout === 'grid' ? 'left' : 'up'}`}
        className="btn-icon disabled:opacity-30"
      >
        <Back className="size-4" />
      </button>
      <button
        type="button"
        ref={forward}
        disabled={index === count - 1}
        onClick={() => step('forward')}
        aria-label={`Move ${name} ${layout === 'grid' ? 'right' : 'down'}`}
        className="btn-icon disabled:opacity-30"
      >
        <Forward className="size-4" />
      </button>
    </>
  );

  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`sortable ${isDragging ? 'is-dragging' : ''}`}
    >
      {children(controls)}
    </li>
  );
}
