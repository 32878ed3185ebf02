import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** How long to wait after the last key, in ms. */
const TYPING_PAUSE_MS = 300;

/**
 * The text of a box that searches a short pause after the last key.
 *
 * Takes what is searched for now, and what to call for another text, which it is given trimmed. A search from elsewhere (a link, Back, Clear Filters)
 * replaces the text and what was about to be searched for. A search of one's own replaces nothing: on a slow phone more letters come before its results.
 */
export function useSearchText(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search);
  /** What the box asked for last, or was told. */
  const known = useRef(search);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Other filters may be chosen during the pause. */
  const newest = useRef(onSearch);

  useLayoutEffect(() => {
    newest.current = onSearch;
  });
  // Before the next key can come.
  useLayoutEffect(() => {
    if (search === known.current) return;
    known.current = search;
    clearTimeout(pause.current);
    setTyped(search);
  }, [search]);
  useEffect(() => () => clearTimeout(pause.current), []);

  const searchFor = (text: string) => {
    clearTimeout(pause.current);
    known.current = text.trim();
    newest.current(known.current);
  };
  return {
    typed,
    type(text: string) {
      setTyped(text);
      clearTimeout(pause.current);
      pause.current = setTimeout(() => searchFor(text), TYPING_PAUSE_MS);
    },
    /** Searches without the pause. */
    searchNow: () => searchFor(typed),
  };
}
