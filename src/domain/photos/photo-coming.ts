/** What a product shows that was brought as a file without photos, until its first photo comes. */
export const PHOTO_COMING = '/media/photo-coming.webp';
