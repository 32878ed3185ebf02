// `<dialog>` as far as the shop uses it, for Safari 14 and Firefox 88 to 97, where it is an element without a meaning. Loaded only there.
// How such a dialog looks is in theme.css: the screen behind it is darkened, and Escape, a click beside it and its buttons close it.

const opened: { dialog: HTMLDialogElement; from: Element | null }[] = [];

Object.defineProperties(Object.getPrototypeOf(document.createElement('dialog')), {
  open: {
    get(this: HTMLElement) {
      return this.hasAttribute('open');
    },
  },
  showModal: {
    value(this: HTMLDialogElement) {
      opened.push({ dialog: this, from: document.activeElement });
      this.setAttribute('open', '');
      this.setAttribute('aria-modal', 'true');
      if (!this.hasAttribute('role')) this.setAttribute('role', 'dialog');
      this.querySelector<HTMLElement>('[autofocus], a[href], button, input, [tabindex]')?.focus();
    },
  },
  close: {
    value(this: HTMLDialogElement) {
      const place = opened.findIndex(({ dialog }) => dialog === this);
      const [closed] = place < 0 ? [] : opened.splice(place, 1);
      if (!closed) return;
      this.removeAttribute('open');
      if (closed.from instanceof HTMLElement) closed.from.focus();
      this.dispatchEvent(new Event('close'));
    },
  },
});

document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') opened[opened.length - 1]?.dialog.close();
});

// The keyboard stays in the dialog.
document.addEventListener('focusin', ({ target }) => {
  const dialog = opened[opened.length - 1]?.dialog;
  if (dialog && !dialog.contains(target as Node))
    dialog.querySelector<HTMLElement>('a[href], button, input, [tabindex]')?.focus();
});

// What lies beside it is dark, and closes it.
document.addEventListener(
  'click',
  (event) => {
    const dialog = opened[opened.length - 1]?.dialog;
    if (!dialog || dialog.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  },
  true,
);

export {};
