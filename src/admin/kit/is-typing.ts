/** True when a key press belongs to a field, an open list or a dialog rather than to the screen. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !isCheckbox(target)) ||
    target.closest('[role=combobox], [role=dialog], [role=alertdialog], [role=listbox], [role=menu]') !== null
  );
}

function isCheckbox(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement && target.type === 'checkbox';
}
