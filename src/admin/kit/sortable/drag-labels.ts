import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';

/** The description of a drag handle. */
export const DRAG_HELP = 'Press space to pick up, the arrow keys to move, space to drop, Escape to put it back.';

/** Screen reader announcements with names and positions instead of keys. */
export function announcements(keys: string[], names: Map<string, string>): Announcements {
  const name = (id: UniqueIdentifier) => names.get(String(id)) ?? '';
  const position = (id: UniqueIdentifier) => `${keys.indexOf(String(id)) + 1} of ${keys.length}`;
  return {
    onDragStart: ({ active }) => `${name(active.id)} is picked up from place ${position(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over place ${position(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)} is now ${position(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${name(active.id)} is back where it was.`,
  };
}
