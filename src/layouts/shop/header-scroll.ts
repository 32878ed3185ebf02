/** Pixels from the top: the header always shows above the first, and may hide below the second. */
const ALWAYS_SHOWN = 50;
const MAY_HIDE = 100;

export interface HeaderState {
  hidden: boolean;
  scrolled: boolean;
}

/** The header's state after scrolling from one offset to another. */
export function headerAfterScroll(before: HeaderState, from: number, to: number): HeaderState {
  const scrolled = to > ALWAYS_SHOWN;
  if (!scrolled || to < from) return { hidden: false, scrolled };
  if (to > from && to > MAY_HIDE) return { hidden: true, scrolled };
  return { hidden: before.hidden, scrolled };
}
