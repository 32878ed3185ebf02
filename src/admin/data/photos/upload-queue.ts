import { atom, type ReadableAtom } from 'nanostores';
import type { StoredPhoto } from '#domain/photos/contract.ts';
import type { SendOptions } from './send-photo.ts';

/** A photo on its way to the server. Stored photos leave the queue. */
export interface Upload {
  id: number;
  file: File;
  state: 'waiting' | 'sending' | 'failed';
  /** The share sent, from 0 to 1. */
  progress: number;
  /** Why it failed. */
  reason: string;
}

export interface UploadQueue {
  $uploads: ReadableAtom<Upload[]>;
  /** Sends files after those already waiting. Resolves when each was tried. */
  add: (files: File[]) => Promise<UploadResult>;
  /** Sends a failed upload again. */
  retry: (id: number) => Promise<UploadResult>;
  /** Cancels one upload, or all of them. */
  cancel: (id?: number) => void;
}

/** How many of the files were stored, and how many failed. */
export interface UploadResult {
  stored: number;
  failed: number;
}

interface Options {
  send: (file: File, options: SendOptions) => Promise<StoredPhoto>;
  onStored: (photo: StoredPhoto, file: File) => void;
  /** The message for staff. */
  reasonOf: (error: unknown) => string;
}

/** Sends photos one by one, so that each has the whole bandwidth. A failed one stays in the queue with its reason; the others go on. */
export function uploadQueue({ send, onStored, reasonOf }: Options): UploadQueue {
  const $uploads = atom<Upload[]>([]);
  let lastId = 0;
  let previous: Promise<unknown> = Promise.resolve();
  let current: { id: number; controller: AbortController } | null = null;

  const find = (id: number) => $uploads.get().find((upload) => upload.id === id);
  const change = (id: number, to: Partial<Upload>) =>
    $uploads.set($uploads.get().map((upload) => (upload.id === id ? { ...upload, ...to } : upload)));
  const remove = (id: number) => $uploads.set($uploads.get().filter((upload) => upload.id !== id));

  async function attempt(id: number): Promise<'stored' | 'failed' | 'cancelled'> {
    const upload = find(id);
    if (!upload) return 'cancelled';
    const controller = new AbortController();
    current = { id, controller };
    change(id, { state: 'sending' });
    try {
      const photo = await send(upload.file, {
        onProgress: (progress) => change(id, { progress }),
        signal: controller.signal,
      });
      remove(id);
      onStored(photo, upload.file);
      return 'stored';
    } catch (error) {
      if (controller.signal.aborted) return 'cancelled';
      change(id, { state: 'failed', progress: 0, reason: reasonOf(error) });
      return 'failed';
    } finally {
      current = null;
    }
  }

  async function attemptAll(ids: number[]): Promise<UploadResult> {
    const attempts = ids.map((id) => {
      const next = previous.then(() => attempt(id));
      previous = next;
      return next;
    });
    const outcomes = await Promise.all(attempts);
    return {
      stored: outcomes.filter((outcome) => outcome === 'stored').length,
      failed: outcomes.filter((outcome) => outcome === 'failed').length,
    };
  }

  return {
    $uploads,
    add: (files) => {
      const added = files.map((file): Upload => ({ id: ++lastId, file, state: 'waiting', progress: 0, reason: '' }));
      $uploads.set([...$uploads.get(), ...added]);
      return attemptAll(added.map(({ id }) => id));
    },
    retry: (id) => {
      change(id, { state: 'waiting', reason: '' });
      return attemptAll([id]);
    },
    cancel: (id) => {
      if (id === undefined) $uploads.set([]);
      else remove(id);
      if (current && (id === undefined || current.id === id)) current.controller.abort();
    },
  };
}
