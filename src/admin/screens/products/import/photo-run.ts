import { atom, type ReadableAtom } from 'nanostores';
import type { PhotoTarget } from '#domain/catalog/contract.ts';
import { PHOTO_COMING } from '#domain/photos/photo-coming.ts';
import type { Product } from '#domain/products/contract.ts';
import type { NamedPhoto } from './photo-names.ts';

/** What a product shows, and the version of that. */
export type Shown = Pick<Product, 'images' | 'photoColors' | 'updatedAt'>;

export interface PhotoJob extends NamedPhoto {
  state: 'waiting' | 'sending' | 'done' | 'there' | 'failed';
  /** Why it failed. */
  reason: string;
}

interface Options {
  /** Uploads a photo. Gives its address. */
  send: (file: File, signal: AbortSignal) => Promise<string>;
  /** Saves what a product shows. Gives it as it is saved. */
  save: (productId: string, shown: Shown) => Promise<Shown>;
  /** What a product shows now. */
  reload: (productId: string) => Promise<Shown>;
  reasonOf: (error: unknown) => string;
  /** Whether saving failed because somebody else saved meanwhile. */
  isConflict: (error: unknown) => boolean;
}

export interface PhotoRun {
  $jobs: ReadableAtom<PhotoJob[]>;
  /** Sends the photos. Resolves when each was tried. Those that their products show already are passed over, so that dropping all of them again goes on. */
  start: (photos: NamedPhoto[]) => Promise<void>;
  stop: () => void;
}

/** Products whose photos are sent at once. Those of one product come one after the other, since each changes it. */
const CONCURRENCY = 3;

const MAX_IMAGES = 20;

/** Sends photos and puts each on its product as soon as it is stored. */
export function photoRun({ send, save, reload, reasonOf, isConflict }: Options): PhotoRun {
  const $jobs = atom<PhotoJob[]>([]);
  let controller = new AbortController();

  const change = (file: File, to: Partial<PhotoJob>) =>
    $jobs.set($jobs.get().map((job) => (job.file === file ? { ...job, ...to } : job)));

  async function saveWith({ productId, color }: PhotoTarget, shown: Shown, address: string): Promise<Shown> {
    try {
      return await save(productId, withPhoto(shown, address, color));
    } catch (error) {
      if (!isConflict(error)) throw error;
      return save(productId, withPhoto(await reload(productId), address, color));
    }
  }

  async function sendAll(photos: NamedPhoto[], signal: AbortSignal): Promise<void> {
    const [first] = photos;
    if (!first) return;
    let shown: Shown = first.target;
    for (const { file, target } of photos) {
      if (signal.aborted) return;
      if (target.fileNames.includes(file.name)) {
        change(file, { state: 'there' });
        continue;
      }
      change(file, { state: 'sending' });
      try {
        if (shown.images.filter((image) => image !== PHOTO_COMING).length >= MAX_IMAGES) throw new TooManyPhotos();
        shown = await saveWith(target, shown, await send(file, signal));
        change(file, { state: 'done' });
      } catch (error) {
        change(file, { state: 'failed', reason: error instanceof TooManyPhotos ? error.message : reasonOf(error) });
      }
    }
  }

  return {
    $jobs,
    async start(photos) {
      controller = new AbortController();
      const { signal } = controller;
      $jobs.set(photos.map((photo) => ({ ...photo, state: 'waiting', reason: '' })));
      const products = new Set(photos.map(({ target }) => target.productId));
      const waiting = [...products].map((id) => photos.filter(({ target }) => target.productId === id));
      const work = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await sendAll(next, signal);
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
    },
    stop: () => controller.abort(),
  };
}

class TooManyPhotos extends Error {
  constructor() {
    super(`A product shows ${MAX_IMAGES} photos at most`);
  }
}

/** With one more photo, which shows the colour of its SKU. The first one takes the place of "photo coming soon". */
function withPhoto({ images, photoColors, updatedAt }: Shown, address: string, color: string): Shown {
  return {
    images: [...images.filter((image) => image !== PHOTO_COMING), address],
    photoColors: color ? [...photoColors, { image: address, color }] : photoColors,
    updatedAt,
  };
}
