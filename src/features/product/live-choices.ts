// What is left of each choice, on a page that is already there: sold-out ones are struck out, few pieces are named.
import { asRecord, parseJson } from '#browser/storage.ts';
import { type Choice, type ChoiceKind, type Counted, fewLeft, isSoldOut, piecesLeft } from '#domain/variants/choice.ts';

/** Shows what the page's data says about the choices, beside what is chosen. A choice that has sold out meanwhile is undone, and said so. */
export function showChoices(page: HTMLElement): void {
  const counted = asRecord(parseJson(page.dataset['product'])) as unknown as Counted;
  const notes = undoSoldOut(page, counted);
  const chosen = chosenOn(page);
  for (const radio of radiosOn(page)) strikeOut(radio, isSoldOut(counted, radio.name as ChoiceKind, radio.value, chosen));
  showNote(page, 'size', counted, chosen, notes.size ?? '');
  showNote(page, 'color', counted, chosen, notes.color ?? '');
  const notice = page.querySelector<HTMLElement>('[data-back-in-stock]');
  if (notice) notice.hidden = counted.stockQuantity > 0 && !notice.dataset['tell'];
  const few = page.querySelector('[data-few-left]');
  if (few) setText(few, fewLeft(counted, chosen));
  const quantity = page.querySelector<HTMLInputElement>('input[name=quantity]');
  if (!quantity) return;
  quantity.max = String(Math.max(1, piecesLeft(counted, chosen)));
  setQuantity(quantity);
}

/** Writes how many are wanted, between one and what is left; says so where that is fewer than wanted. */
export function setQuantity(input: HTMLInputElement, wanted = input.valueAsNumber): void {
  const most = Number(input.max);
  input.value = String(Math.min(Math.max(wanted || 1, 1), most));
  const note = input.parentElement?.lastElementChild;
  if (note) setText(note, wanted > most ? `We have no more than ${most}` : '');
}

/** Takes back what is chosen of one kind, so that all values of the other can be chosen again. */
export function undoChoice(page: HTMLElement, kind: string): void {
  const radios = radiosOn(page).filter(({ name }) => name === kind);
  for (const radio of radios) radio.checked = false;
  radios.find(({ disabled }) => !disabled)?.focus();
}

function undoSoldOut(page: HTMLElement, counted: Counted): Choice {
  const notes: Choice = {};
  for (const kind of ['size', 'color'] as const) {
    const chosen = chosenOn(page);
    const value = chosen[kind];
    if (!value || !isSoldOut(counted, kind, value, chosen)) continue;
    for (const radio of radiosOn(page)) if (radio.name === kind) radio.checked = false;
    notes[kind] = `${value} has just sold out. Please choose another ${kind}.`;
  }
  return notes;
}

/** Below the choices of a kind: what sold out meanwhile, or which of them are sold out beside the other choice, and the way back. */
function showNote(page: HTMLElement, kind: ChoiceKind, counted: Counted, chosen: Choice, news: string): void {
  const note = page.querySelector(`[data-choice-note=${kind}]`);
  if (!note) return;
  // It was red if it asked for the choice (shop-actions.ts).
  note.classList.replace('text-danger', 'text-muted');
  const other = kind === 'size' ? 'color' : 'size';
  const values = radiosOn(page).filter(
    ({ name, value, disabled }) => name === kind && disabled && !isSoldOut(counted, kind, value),
  );
  const blocked = values.map(({ value }) => value).join(', ');
  setText(note, news || (blocked && `Sold out in ${chosen[other]}: ${blocked}. `));
  if (news || !blocked) return;
  const back = document.createElement('button');
  back.type = 'button';
  back.className = 'text-link';
  back.dataset['undoChoice'] = other;
  back.textContent = `Choose another ${other}`;
  note.append(back);
}

function strikeOut(radio: HTMLInputElement, soldOut: boolean): void {
  if (radio.disabled === soldOut) return;
  radio.disabled = soldOut;
  for (const shown of radio.closest('span')?.querySelectorAll('[data-sold-out], [data-tell]') ?? [])
    shown.toggleAttribute('hidden', !soldOut);
}

/** What is chosen in the form. */
export function chosenOn(page: HTMLElement): Choice {
  return Object.fromEntries(radiosOn(page).flatMap(({ name, value, checked }) => (checked ? [[name, value]] : [])));
}

function radiosOn(page: HTMLElement): HTMLInputElement[] {
  return [...page.querySelectorAll<HTMLInputElement>('[data-product-form] [type=radio]')];
}

function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
