// Photos that fail to load are replaced by `data-fallback`: the product's second photo, then the placeholder.
import { PHOTO_FALLBACK, photo } from './photo.ts';

document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && replacePhoto(target), true);
for (const image of document.images) if (image.complete && image.naturalWidth === 0 && image.currentSrc) replacePhoto(image);

function replacePhoto(image: HTMLImageElement): void {
  const fallback = image.dataset['fallback'];
  if (!fallback) return;
  image.removeAttribute('srcset');
  image.dataset['fallback'] = fallback === PHOTO_FALLBACK ? '' : PHOTO_FALLBACK;
  image.src = photo(fallback, { widths: [image.width || 600], sizes: image.sizes }).src;
}
