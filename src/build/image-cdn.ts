import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { photoStoragePattern } from '#server/photos/photo-storage-address.ts';

/**
 * Allows Netlify's image CDN to fetch photos from the shop's storage, whatever its domain: Netlify reads this file after the build and adds it to
 * netlify.toml. https://docs.netlify.com/build/frameworks/frameworks-api/#netlifyv1configjson
 */
export function imageCdn(supabaseUrl: string): AstroIntegration {
  return {
    name: 'image-cdn',
    hooks: {
      'astro:build:done': async () => {
        const config = { images: { remote_images: [photoStoragePattern(supabaseUrl)] } };
        await mkdir('.netlify/v1', { recursive: true });
        await writeFile('.netlify/v1/config.json', JSON.stringify(config));
      },
    },
  };
}
