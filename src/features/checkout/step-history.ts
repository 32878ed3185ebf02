import { asRecord } from '#browser/storage.ts';

/** The browser should have gone to the entry by then; if it has not, there is none. */
const TIMEOUT_MS = 1_000;

let going: ReturnType<typeof setTimeout> | undefined;

/** The step that this entry of the browser's history shows. */
export function stepInHistory(): number | undefined {
  const steps = trail();
  return steps[steps.length - 1];
}

/**
 * Leads to a step by the browser's history, so that its Back and Forward walk through the checkout: back where the step lies
 * behind, else on. `show` shows the step, which is later where the browser has to go back first.
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

/** Tells when the browser has gone to a step, and whether the shopper did it by Back and Forward. Returns what ends that. */
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

/** The step of this entry is another now: the order has been placed, or begins in its middle. */
export function replaceStep(step: number): void {
  history.replaceState({ checkoutSteps: [step] }, '');
}

/** The steps that led here, this one last, as this entry of the history knows them. */
function trail(): number[] {
  const { checkoutSteps } = asRecord(typeof history === 'undefined' ? null : history.state);
  return Array.isArray(checkoutSteps) ? checkoutSteps.filter(Number.isInteger) : [];
}
