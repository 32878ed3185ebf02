import { ImageHandler } from '@netlify/images';
import sharp from 'sharp';
import { photoStoragePattern } from '#server/photos/photo-storage-address.ts';

// One thread per picture: with more, four pictures at once have been seen to wait for each other for ever, and every file with them.
sharp.concurrency(1);

interface Picture {
  body: ArrayBuffer;
  type: string;
}

/** Pictures kept in memory; the CDN keeps them at its edge. */
const MOST_PICTURES = 2_000;

/**
 * Netlify's Image CDN (`/.netlify/images?url=…&w=…`): pictures of the site itself and of the shop's own storage, in the size a page asks for.
 * Answers undefined to every other address.
 */
export function serveImages(origin: string, storageUrl: string): (request: Request) => Promise<Response | undefined> {
  const images = new ImageHandler({
    logger: console,
    imagesConfig: {
      remote_images: [photoStoragePattern(storageUrl)],
    },
  });
  const kept = new Map<string, Picture>();

  return async (request) => {
    const match = images.match(request);
    if (!match) return undefined;
    const key = new URL(request.url).search;
    const picture = kept.get(key);
    if (picture) return respond(picture);

    const made = await match.handle(origin);
    if (!made.ok) return made;
    const fresh = {
      body: await made.arrayBuffer(),
      type: made.headers.get('content-type') ?? 'application/octet-stream',
    };
    const oldest = kept.size >= MOST_PICTURES ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, fresh);
    return respond(fresh);
  };
}

function respond({ body, type }: Picture): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=0, must-revalidate',
    },
  });
}
