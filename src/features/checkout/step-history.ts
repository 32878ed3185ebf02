import { asRecord } from '#browser/storage.ts';

/** The browser should have reached the entry by then; if not, the entry does not exist. */
const TIMEOUT_MS = 1_000;

let going: ReturnType<typeof setTimeout> | undefined;

/** The step of the current history entry. */
export function stepInHistory(): number | undefined {
  const steps = trail();
  return steps[steps.length - 1];
}

/**
 * Moves to a step through the browser's history, so that Back and Forward walk through the checkout: goes back to a step that
 * lies behind, otherwise pushes a new entry. `show` is called once the step is reached.
 */
export function moveTo(step: number, from: number, show: (step: number) => void): void {
  if (going) return;
  const behind = trail().length ? trail() : [from];
  const index = behind.lastIndexOf(step);
  if (index === behind.length - 1) return;
  if (index < 0) {
    if (!trail().length) history.replaceState({ checkoutSteps: behind }, '');
    history.pushState({ checkoutSteps: [...behind, step] }, '');
    show(step);
    return;
  }
  going = setTimeout(() => {
    going = undefined;
    show(step);
  }, TIMEOUT_MS);
  history.go(index - behind.length + 1);
}

/** Calls `show` when the browser has moved to a step, with whether Back or Forward did it. Returns the unsubscribe function. */
export function onMoved(show: (step: number, byBrowser: boolean) => void): () => void {
  const moved = () => {
    const isAsked = going !== undefined;
    clearTimeout(going);
    going = undefined;
    const step = stepInHistory();
    if (step !== undefined) show(step, !isAsked);
  };
  window.addEventListener('popstate', moved);
  return () => window.removeEventListener('popstate', moved);
}

/** Replaces the step of the current history entry. */
export function replaceStep(step: number): void {
  history.replaceState({ checkoutSteps: [step] }, '');
}

/** The steps that led here, the current one last. */
function trail(): number[] {
  const { checkoutSteps } = asRecord(typeof history === 'undefined' ? null : history.state);
  return Array.isArray(checkoutSteps) ? checkoutSteps.filter(Number.isInteger) : [];
}
