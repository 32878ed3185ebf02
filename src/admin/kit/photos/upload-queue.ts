import { atom, type ReadableAtom } from 'nanostores';
import type { StoredPhoto } from '#shared/schemas/photos.ts';
import type { Sending } from './send-photo.ts';

/** A photo on its way to the server. Stored ones leave the queue. */
export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** How much of it is sent, from 0 to 1. */
  progress: number;
  /** Why it failed. */
  reason: string;
}

export interface UploadQueue {
  $uploads: ReadableAtom<Upload[]>;
  /** Sends files after those that wait already. Settles when each of them was tried. */
  add: (files: File[]) => Promise<Tried>;
  /** Sends one again that failed. */
  retry: (id: number) => Promise<Tried>;
  /** Takes one out of the queue, or all of them; what is being sent is broken off. */
  drop: (id?: number) => void;
}

/** What came of some files. */
export interface Tried {
  stored: number;
  failed: number;
}

interface Options {
  send: (file: File, sending: Sending) => Promise<StoredPhoto>;
  onStored: (photo: StoredPhoto, file: File) => void;
  /** In words for staff. */
  reasonOf: (error: unknown) => string;
}

/** Sends photos one after the other, so that each has the whole line. One that fails keeps its place and its reason; the others go on. */
export function uploadQueue({ send, onStored, reasonOf }: Options): UploadQueue {
  const $uploads = atom<Upload[]>([]);
  let lastId = 0;
  let line: Promise<unknown> = Promise.resolve();
  let current: { id: number; breakOff: AbortController } | null = null;

  const find = (id: number) => $uploads.get().find((upload) => upload.id === id);
  const change = (id: number, to: Partial<Upload>) =>
    $uploads.set($uploads.get().map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));
  const remove = (id: number) => $uploads.set($uploads.get().filter((upload) => upload.id !== id));

  /** True when it was stored, false when it failed, null when it was dropped meanwhile. */
  async function attempt(id: number): Promise<boolean | null> {
    const upload = find(id);
    if (!upload) return null;
    const breakOff = new AbortController();
    current = { id, breakOff };
    change(id, { state: 'sending' });
    try {
      const photo = await send(upload.file, {
        onProgress: (progress) => change(id, { progress }),
        signal: breakOff.signal,
      });
      remove(id);
      onStored(photo, upload.file);
      return true;
    } catch (error) {
      if (breakOff.signal.aborted) return null;
      change(id, { state: 'failed', progress: 0, reason: reasonOf(error) });
      return false;
    } finally {
      current = null;
    }
  }

  async function tryAll(ids: number[]): Promise<Tried> {
    const results = ids.map((id) => {
      const result = line.then(() => attempt(id));
      line = result;
      return result;
    });
    const tried = await Promise.all(results);
    return {
      stored: tried.filter((result) => result === true).length,
      failed: tried.filter((result) => result === false).length,
    };
  }

  return {
    $uploads,
    add: (files) => {
      const added = files.map((file): Upload => ({ id: ++lastId, file, state: 'waiting', progress: 0, reason: '' }));
      $uploads.set([...$uploads.get(), ...added]);
      return tryAll(added.map(({ id }) => id));
    },
    retry: (id) => {
      change(id, { state: 'waiting', reason: '' });
      return tryAll([id]);
    },
    drop: (id) => {
      if (id === undefined) $uploads.set([]);
      else remove(id);
      if (current && (id === undefined || current.id === id)) current.breakOff.abort();
    },
  };
}
