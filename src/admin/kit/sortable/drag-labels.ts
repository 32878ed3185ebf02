import type { Announcements, UniqueIdentifier } from '@dnd-kit/core';

/** What the handle says of itself. */
export const DRAG_HELP = 'Press space to pick up, the arrow keys to move, space to drop, Escape to put it back.';

/** What is said aloud while something is dragged, by names and places instead of keys. */
export function announcements(keys: string[], names: Map<string | undefined, string>): Announcements {
  const name = (id: UniqueIdentifier) => names.get(String(id)) ?? '';
  const place = (id: UniqueIdentifier) => `${keys.indexOf(String(id)) + 1} of ${keys.length}`;
  return {
    onDragStart: ({ active }) => `${name(active.id)} is picked up from place ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} is over place ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${name(active.id)} is now ${place(over.id)}.` : undefined),
    onDragCancel: ({ active }) => `${name(active.id)} is back where it was.`,
  };
}
