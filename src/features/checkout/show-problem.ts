/** Moves to the first field with an error, or shows what is said below the fields. Called after React has rendered the problem. */
export function showProblem(form: HTMLElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (field) field.focus();
  else form.querySelector('[data-problem]')?.scrollIntoView({ block: 'nearest' });
}
