let saying: ReturnType<typeof setTimeout> | undefined;

/**
 * Announces a text to screen readers.
 * An open modal dialog makes the page behind it inert, so its own `[data-announcements]` is used.
 */
export function announce(text: string): void {
  const region =
    document.querySelector('dialog[open] [data-announcements]') ??
    document.querySelector('body > [data-announcements]') ??
    newRegion();
  region.textContent = '';
  // Screen readers notice a change only in a region that was there and empty before.
  clearTimeout(saying);
  saying = setTimeout(() => {
    region.textContent = text;
    // Emptied, so that nobody finds it when reading the page later.
    saying = setTimeout(() => {
      region.textContent = '';
    }, 5_000);
  }, 100);
}

function newRegion(): Element {
  const region = document.createElement('p');
  region.className = 'sr-only';
  region.setAttribute('role', 'status');
  region.toggleAttribute('data-announcements');
  document.body.append(region);
  return region;
}
