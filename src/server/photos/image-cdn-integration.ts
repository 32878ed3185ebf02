import { mkdir, writeFile } from 'node:fs/promises';
import type { AstroIntegration } from 'astro';
import { photoStoragePattern } from './photo-storage-address.ts';

/**
 * Tells Netlify's image CDN to fetch photos from the shop's own storage, whatever domain it has: a file that Netlify reads after the build and adds to
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
