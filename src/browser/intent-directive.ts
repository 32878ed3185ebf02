import type { ClientDirective } from 'astro';

/**
 * `client:intent`: an island that stays plain HTML until someone is about to use it.
 *
 * - Its code is fetched when a pointer enters it, or by `prefetchIsland`.
 * - It hydrates on the first touch, press, focus, key or change inside it, by `hydrateIsland`, at once when the address has one of
 *   its query parameters (`client:intent={{ query: ['search'] }}`) or somebody acted before this script ran, or always at once
 *   (`client:intent={{ now: true }}`).
 * - Nothing is lost meanwhile: clicks and submits are held and replayed, and changed fields are reported to React. Links and
 *   `data-action` buttons work without hydration.
 *
 * Every page loads this, so it must stay small and import nothing.
 */
export interface IntentOptions {
  query?: string[];
  now?: boolean;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const intent: ClientDirective = (load, options, island) => {
  const { query = [], now } = (typeof options.value === 'object' ? options.value : {}) as IntentOptions;
  let isHydrated = false;
  const held: Event[] = [];
  let loading: ReturnType<typeof load> | undefined;
  let isHydrating = false;

  const on = (types: string, react: (event: Event) => void, passive: boolean) => {
    for (const type of types.split(' '))
      island.addEventListener(type, (event) => isHydrated || react(event), { capture: true, passive });
  };

  const prefetch = () => {
    loading ??= load();
    return loading;
  };

  const hydrateOnce = async () => {
    if (isHydrating) return;
    isHydrating = true;
    const hydrate = await prefetch();
    const typed = takeTyped(island);
    await hydrate();
    // Not hydrated: its code could not be loaded. The next interaction tries again.
    if (island.hasAttribute('ssr')) {
      isHydrating = false;
      loading = undefined;
    } else {
      isHydrated = true;
      // React hydrates lazily, but at once for an event: this one has no other effect.
      island.firstElementChild?.dispatchEvent(new Event('keyup', { bubbles: true }));
    }
    for (const [field, value] of typed) retype(field, value);
    if (!isHydrating) held.length = 0;
    for (const event of held) replay(event);
  };

  const hold = (event: Event) => {
    if ((event.target as Element).closest('a[href], [data-action], label, [type=checkbox], [type=radio]')) return;
    event.preventDefault();
    event.stopPropagation();
    held.push(event);
    hydrateOnce();
  };

  on('pointerover island:prefetch', prefetch, true);
  on('pointerdown touchstart focusin keydown input change island:hydrate', hydrateOnce, true);
  on('click submit', hold, false);
  const asked = new URLSearchParams(location.search);
  if (
    now ||
    island.hasAttribute('data-hydrate') ||
    query.some((name) => asked.has(name)) ||
    fieldsOf(island).some(isChanged) ||
    island.contains(document.activeElement)
  )
    hydrateOnce();
};

/** Changed fields with their values. Resets them to what the server rendered, as hydration expects. */
function takeTyped(island: HTMLElement): Map<Field, string | boolean> {
  const typed = new Map<Field, string | boolean>();
  for (const field of fieldsOf(island).filter(isChanged)) {
    if (isTick(field)) typed.set(field, field.checked);
    else {
      typed.set(field, field.value);
      field.value = writtenValue(field);
    }
  }
  // In a second pass, because one radio changes the others.
  for (const field of typed.keys()) if (isTick(field)) field.checked = field.defaultChecked;
  return typed;
}

function fieldsOf(island: HTMLElement): Field[] {
  return [...island.querySelectorAll<Field>('input, textarea, select')];
}

function isChanged(field: Field): boolean {
  if (isTick(field)) return field.checked !== field.defaultChecked;
  return !/^(file|hidden)$/.test(field.type) && field.value !== writtenValue(field);
}

function writtenValue(field: Field): string {
  return 'defaultValue' in field
    ? field.defaultValue
    : (field.querySelector<HTMLOptionElement>('[selected]')?.value ?? field.options[0]?.value ?? '');
}

function isTick(field: Field): field is HTMLInputElement {
  return /^(checkbox|radio)$/.test(field.type);
}

/** Sets a field the way its user did: checkboxes by a click, text past React's own setter, followed by its events. */
function retype(field: Field, value: string | boolean): void {
  if (isTick(field)) {
    if (field.checked !== value) field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

function replay({ type, target }: Event): void {
  if (type === 'submit') submit(target as HTMLFormElement);
  // Not `click()`: the target may be an SVG icon, which has none.
  else (target as Element).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** Stands for `requestSubmit` (Safari 16). The held submit has already validated the fields. */
function submit(form: HTMLFormElement): void {
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

export default intent;
