// The photo viewer: fills the screen, a click zooms to full resolution.

const BUTTON = 'btn-icon fixed z-10 bg-ivory/90 text-2xl text-ink hover:bg-ivory';

/** Opens the photos that the links point to, starting with one of them. Esc closes, arrow keys change the photo. */
export function openZoom(links: HTMLAnchorElement[], first: number): void {
  let index = first;
  const dialog = document.createElement('dialog');
  dialog.className = 'm-0 size-full max-h-none max-w-none overflow-auto overscroll-contain bg-ink/95 p-0';
  dialog.setAttribute('aria-label', document.querySelector('h1')?.textContent ?? 'Photo');

  const image = document.createElement('img');
  const photo = button('Zoom in', '', 'grid min-h-full w-max min-w-full place-items-center');
  photo.append(image);

  const show = (next: number) => {
    index = (next + links.length) % links.length;
    const small = links[index]?.querySelector('img');
    image.alt = small?.alt ?? '';
    image.dataset['fallback'] = small?.currentSrc ?? '';
    image.src = links[index]?.href ?? '';
    enlarge(false);
  };
  const enlarge = (large: boolean) => {
    const width = image.clientWidth;
    photo.setAttribute('aria-label', large ? 'Zoom out' : 'Zoom in');
    image.className = large ? 'max-w-none cursor-zoom-out' : 'max-h-screen max-w-[100vw] cursor-zoom-in';
    // Twice as large, or the photo's full resolution.
    if (large) image.width = Math.max(width * 2, image.naturalWidth);
    else image.removeAttribute('width');
  };

  photo.addEventListener('click', ({ offsetX, offsetY, detail }) => {
    // Still on its way.
    if (!image.naturalWidth) return;
    const large = photo.getAttribute('aria-label') === 'Zoom in';
    const [across, down] = [offsetX / image.clientWidth, offsetY / image.clientHeight];
    enlarge(large);
    // Centres the clicked point; a key press has none.
    const [x, y] = detail > 0 ? [across, down] : [0.5, 0.5];
    dialog.scrollTo(image.clientWidth * x - dialog.clientWidth / 2, image.clientHeight * y - dialog.clientHeight / 2);
  });
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowRight') show(index + 1);
    if (key === 'ArrowLeft') show(index - 1);
  });
  dialog.addEventListener('close', () => dialog.remove());

  dialog.append(photo);
  const close = button('Close', '×', `${BUTTON} top-3 right-3`);
  close.addEventListener('click', () => dialog.close());
  dialog.append(close);
  if (links.length > 1) {
    const before = button('Previous photo', '‹', `${BUTTON} top-1/2 left-3`);
    before.addEventListener('click', () => show(index - 1));
    const after = button('Next photo', '›', `${BUTTON} top-1/2 right-3`);
    after.addEventListener('click', () => show(index + 1));
    dialog.append(before, after);
  }
  show(first);
  document.body.append(dialog);
  dialog.showModal();
}

function button(label: string, text: string, look: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.setAttribute('aria-label', label);
  made.textContent = text;
  made.className = look;
  return made;
}
