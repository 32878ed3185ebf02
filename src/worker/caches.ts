const MB = 1_000_000;

/** The caches, with the bytes each may take: 30 MB in all. The number in a name changes with the shape of what is kept. */
export const CACHES = {
  pages: { name: 'shop-pages-1', maxBytes: 6 * MB },
  scripts: { name: 'shop-scripts-1', maxBytes: 4 * MB },
  photos: { name: 'shop-photos-1', maxBytes: 20 * MB },
} as const;

/** The database that knows how large the kept files are and when each was used. */
export const FILES_DATABASE = 'shop-files';
