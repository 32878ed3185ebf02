import { ImageHandler } from '@netlify/images';
import sharp from 'sharp';
import { photoStoragePattern } from '#server/photos/photo-storage-address.ts';

// One thread per image: with more, four images at once were seen to block each other forever, and all file access with them.
sharp.concurrency(1);

interface Image {
  body: ArrayBuffer;
  type: string;
}

/** The CDN caches images at its edge, this host in memory. */
const MAX_IMAGES = 2_000;

/**
 * Netlify's Image CDN (`/.netlify/images?url=…&w=…`): images of the site and of the shop's storage, in the size a page asks for.
 * Returns undefined for any other address.
 */
export function serveImages(origin: string, storageUrl: string): (request: Request) => Promise<Response | undefined> {
  const images = new ImageHandler({
    logger: console,
    imagesConfig: {
      remote_images: [photoStoragePattern(storageUrl)],
    },
  });
  const cache = new Map<string, Image>();

  return async (request) => {
    const match = images.match(request);
    if (!match) return undefined;
    const key = new URL(request.url).search;
    const cached = cache.get(key);
    if (cached) return respond(cached);

    const response = await match.handle(origin);
    if (!response.ok) return response;
    const fresh = {
      body: await response.arrayBuffer(),
      type: response.headers.get('content-type') ?? 'application/octet-stream',
    };
    const oldest = cache.size >= MAX_IMAGES ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(key, fresh);
    return respond(fresh);
  };
}

function respond({ body, type }: Image): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });
}
