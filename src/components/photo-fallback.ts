// Photos that fail to load are replaced by `data-fallback`: the product's second photo in the same size, then the placeholder.
import { PHOTO_FALLBACK } from './photo-placeholder.ts';

document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replacePhoto(target), true);
for (const image of document.images) if (image.complete && image.naturalWidth === 0 && image.currentSrc) replacePhoto(image);

function replacePhoto(image: HTMLImageElement): void {
  const fallback = image.dataset['fallback'];
  if (!fallback) return;
  const address = new URL(image.currentSrc || image.src);
  address.searchParams.set('url', fallback);
  const isPlaceholder = fallback === PHOTO_FALLBACK;
  image.removeAttribute('srcset');
  image.dataset['fallback'] = isPlaceholder ? '' : PHOTO_FALLBACK;
  image.src = isPlaceholder ? fallback : address.href;
}
