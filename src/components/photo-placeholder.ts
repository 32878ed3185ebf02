/** Shown when a product has no photo, or none that loads. */
export const PHOTO_FALLBACK = '/photo-fallback.svg';
