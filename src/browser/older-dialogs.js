// `<dialog>` as far as the shop uses it, for Safari 14 and Firefox 88 to 97, which do not know the element. Loaded only there (early.ts)
// and served as it is: the file is not built.
// How such a dialog looks is in theme.css: the screen behind it is darkened, and Escape, a click beside it and its buttons close it.

/** @type {{ dialog: HTMLDialogElement, from: Element | null }[]} */
const opened = [];

const FIRST = '[autofocus], a[href], button, input, [tabindex]';

Object.defineProperties(Object.getPrototypeOf(document.createElement('dialog')), {
  open: {
    get() {
      return this.hasAttribute('open');
    },
  },
  showModal: {
    value() {
      opened.push({ dialog: this, from: document.activeElement });
      this.setAttribute('open', '');
      this.setAttribute('aria-modal', 'true');
      if (!this.hasAttribute('role')) this.setAttribute('role', 'dialog');
      focusFirst(this);
    },
  },
  close: {
    value() {
      const index = opened.findIndex(({ dialog }) => dialog === this);
      const [closed] = index < 0 ? [] : opened.splice(index, 1);
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

// Traps the focus in the dialog.
document.addEventListener('focusin', ({ target }) => {
  const dialog = opened[opened.length - 1]?.dialog;
  if (dialog && !(target instanceof Node && dialog.contains(target))) focusFirst(dialog);
});

// A click outside closes it.
document.addEventListener(
  'click',
  (event) => {
    const dialog = opened[opened.length - 1]?.dialog;
    if (!dialog || (event.target instanceof Node && dialog.contains(event.target))) return;
    event.preventDefault();
    event.stopPropagation();
    dialog.close();
  },
  true,
);

/** @param {HTMLElement} dialog */
function focusFirst(dialog) {
  const first = dialog.querySelector(FIRST);
  if (first instanceof HTMLElement) first.focus();
}
