import { announce } from './announce.ts';

const SHOWN_MS = 4_000;

const COPIED = 'Link copied';

/**
 * Offers a link to the device's own sharing; that of the page, without what stands behind `?` and `#`, unless another is given. Where there is no sharing,
 * copies it, and says so on the button and to screen readers.
 */
export async function shareLink(
  button: HTMLElement,
  title = document.title,
  url = location.origin + location.pathname,
): Promise<void> {
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (failure) {
      // Closed without sharing. Anything else: the browser shares nothing from here.
      if (failure instanceof DOMException && failure.name === 'AbortError') return;
    }
  }
  if (!(await copy(url))) {
    prompt('Copy this link:', url);
    return;
  }
  announce(COPIED);
  const { textContent } = button;
  if (textContent === COPIED) return;
  button.textContent = COPIED;
  setTimeout(() => {
    button.textContent = textContent;
  }, SHOWN_MS);
}

/** False where scripts may not write to the clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
