/**
 * Does something once the press that is under way has clicked, or at once when nothing is pressed. A field is left before the button that is pressed gets its
 * click: a message that shows at that moment would move the button away from under the pointer, and the press would be lost.
 */
export function afterPress(act: () => void): void {
  if (document.querySelector(':active')) addEventListener('pointerup', () => setTimeout(act), { once: true });
  else act();
}
