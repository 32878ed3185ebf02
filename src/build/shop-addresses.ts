import { photoStorageAddress } from '#server/photos/photo-storage-address.ts';

/**
 * What pages know of where their shop is, from the environment of the build: its address, and the content security policy with the storage of its photos.
 * Nothing else in scripts, styles and rendering code differs between shops of the same sources and settings, so that they can share them.
 */
export function shopAddresses() {
  const supabaseUrl = process.env.SUPABASE_URL;
  // Photos go through the image CDN on our own origin; staff also look at uploads where the storage serves them.
  const storage = supabaseUrl ? ` ${photoStorageAddress(supabaseUrl)}` : '';
  return {
    site: process.env.SITE_URL ?? process.env.URL ?? 'http://localhost:8888',
    policy: [
      "default-src 'self'",
      `img-src 'self' data: blob:${storage}`,
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "form-action 'self'",
      "frame-src 'none'",
      "worker-src 'self'",
    ] as const,
  };
}
