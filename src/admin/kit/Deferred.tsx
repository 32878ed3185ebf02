import { type ReactNode, useDeferredValue } from 'react';

/**
 * Renders its content in pieces of a few milliseconds, between which the browser answers presses and keys: for what is large, such as the
 * rows of a list or the form in a dialog. What is outside shows a change at once, the content shows it a moment later.
 */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(children, null);
}
