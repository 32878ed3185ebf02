let saying: ReturnType<typeof setTimeout> | undefined;

/**
 * Says something to those who listen to the page rather than look at it, when they are ready to hear it.
 * An open dialog silences the page behind it: with one open, its own `[data-announcements]` speaks.
 */
export function announce(text: string): void {
  const region =
    document.querySelector('dialog[open] [data-announcements]') ??
    document.querySelector('body > [data-announcements]') ??
    newRegion();
  region.textContent = '';
  // A region must have been there, and empty, for a change to be noticed.
  clearTimeout(saying);
  saying = setTimeout(() => {
    region.textContent = text;
    // Said is said: who reads the page later should not come across it.
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
