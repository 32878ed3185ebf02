import type { ClientDirective } from 'astro';

/**
 * `client:intent`: an island that stays plain HTML until someone is about to use it.
 *
 * - Its code is fetched when a pointer comes over it, or when `prefetchIsland` says that it will soon be needed.
 * - It hydrates on the first touch, press, focus, key or change inside it, when `hydrateIsland` asks for it (a store that changed), and at
 *   once when the page's address carries one of the query parameters it names: `client:intent={{ query: ['search'] }}`,
 *   or with `client:intent={{ now: true }}`.
 * - What happened meanwhile is not lost: clicks and submits are held back and replayed once it is hydrated, and what was typed,
 *   ticked, chosen or filled in by the browser is told to it as a change. Links and `data-action` buttons work at any time without it.
 *
 * Astro puts this inline into the page, so it is kept small and imports nothing.
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
  let waking = false;

  const on = (types: string, react: (event: Event) => void, passive: boolean) => {
    for (const type of types.split(' '))
      island.addEventListener(type, (event) => isHydrated || react(event), { capture: true, passive });
  };

  const warm = () => {
    loading ??= load();
    return loading;
  };

  const wake = async () => {
    if (waking) return;
    waking = true;
    const hydrate = await warm();
    const typed = takeTyped(island);
    await hydrate();
    // Still as the server wrote it: the code did not arrive. The next touch tries again.
    if (island.hasAttribute('ssr')) {
      waking = false;
      loading = undefined;
    } else {
      isHydrated = true;
      // React hydrates when it finds time, or at once when an event asks it to: this one means nothing else.
      island.firstElementChild?.dispatchEvent(new Event('keyup', { bubbles: true }));
    }
    for (const [field, value] of typed) retype(field, value);
    if (!waking) held.length = 0;
    for (const event of held) replay(event);
  };

  const hold = (event: Event) => {
    if ((event.target as Element).closest('a[href], [data-action], label, [type=checkbox], [type=radio]')) return;
    event.preventDefault();
    event.stopPropagation();
    held.push(event);
    wake();
  };

  on('pointerover island:prefetch', warm, true);
  on('pointerdown touchstart focusin keydown input change island:hydrate', wake, true);
  on('click submit', hold, false);
  const asked = new URLSearchParams(location.search);
  if (now || island.hasAttribute('data-hydrate') || query.some((name) => asked.has(name))) wake();
};

/** What was typed, ticked or chosen, by field. The fields go back to what the server wrote, which is what hydration expects. */
function takeTyped(island: HTMLElement): Map<Field, string | boolean> {
  const typed = new Map<Field, string | boolean>();
  for (const field of island.querySelectorAll<Field>('input, textarea, select')) {
    if (isTick(field)) {
      if (field.checked !== field.defaultChecked) typed.set(field, field.checked);
      continue;
    }
    const written =
      'defaultValue' in field ? field.defaultValue : (field.querySelector<HTMLOptionElement>('[selected]')?.value ?? field.value);
    if (/^(file|hidden)$/.test(field.type) || field.value === written) continue;
    typed.set(field, field.value);
    field.value = written;
  }
  // Afterwards: one radio changes the others.
  for (const field of typed.keys()) if (isTick(field)) field.checked = field.defaultChecked;
  return typed;
}

function isTick(field: Field): field is HTMLInputElement {
  return /^(checkbox|radio)$/.test(field.type);
}

/** Sets a field as its user did: a tick by a click, a text past the setter that React watches, then the event it listens for. */
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
  // Not `click()`: the icon in a button, which is what was hit, has none.
  else (target as Element).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
}

/** `requestSubmit`, which Safari has since 16: its fields have been checked by the submit that was held. */
function submit(form: HTMLFormElement): void {
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
}

export default intent;
