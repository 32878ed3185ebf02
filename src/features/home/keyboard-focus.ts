/** Whether the keyboard is in an element. Safari before 15.4 does not know `:focus-visible`: there any focus counts. */
export function hasKeyboardFocus(element: Element): boolean {
  try {
    return element.querySelector(':focus-visible') !== null;
  } catch {
    return element.contains(document.activeElement);
  }
}
