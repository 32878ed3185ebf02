/** Whether an element has keyboard focus inside. Safari before 15.4 lacks `:focus-visible`: there any focus counts. */
export function hasKeyboardFocus(element: Element): boolean {
  try {
    return element.querySelector(':focus-visible') !== null;
  } catch {
    return element.contains(document.activeElement);
  }
}
