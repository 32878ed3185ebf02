import SlidersHorizontal from 'virtual:icons/sliders-horizontal';
import { type ReactNode, useRef, useState } from 'react';

interface Props {
  /** What is filtered: `Orders`. */
  label: string;
  /** Clears all filters. */
  onClear?: (() => void) | undefined;
  isNarrowed: boolean;
  /** One of the fields says what is wrong with it: then none is hidden. */
  hasErrors?: boolean;
  children: ReactNode;
}

/** The filters of a list, side by side. On a phone only the first one shows, the others behind a button. */
export function FilterBar({ label, onClear, isNarrowed, hasErrors = false, children }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isOpen = isUnfolded || hasErrors;
  const bar = useRef<HTMLElement>(null);

  function clear() {
    onClear?.();
    bar.current?.focus(); // the focused button disappears
  }

  return (
    <search ref={bar} tabIndex={-1} aria-label={label} className={`filter-bar ${isOpen ? '' : 'is-folded'}`}>
      {children}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setUnfolded(!isOpen)}
        className={`filter-toggle btn px-4 btn-outline ${isNarrowed ? 'border-gold bg-cream' : ''}`}
      >
        <SlidersHorizontal className="size-4" />
        Filters
      </button>
      {onClear && (
        <button type="button" onClick={clear} className={`filter-clear btn btn-outline px-4 ${isNarrowed ? '' : 'is-idle'}`}>
          Clear Filters
        </button>
      )}
    </search>
  );
}
