import { type ChangeEvent, useRef, useState } from 'react';
import { callApi } from '#browser/api.ts';
import { chosenPictures } from '#browser/chosen-pictures.ts';
import { Field } from '#components/Field.tsx';
import { linkIn } from './order-page-link.ts';

/** Enough for a few hundred kilobytes over a weak mobile network. */
const UPLOAD_TIMEOUT_MS = 120_000;

/** A scratch stays visible. */
const MAX_SIDE = 1_600;

const MAX_PHOTOS = 5;

export interface ReturnPhoto {
  file: File;
  preview: string;
  /** Once the shop has it. */
  id?: string;
}

interface Props {
  photos: ReturnPhoto[];
  isNeeded: boolean;
  error: string | undefined;
  onChange: (photos: ReturnPhoto[]) => void;
}

/** Photos of what is wrong, before they are sent. */
export function ReturnPhotos({ photos, isNeeded, error, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const [complaint, setComplaint] = useState('');
  const add = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const chosen = chosenPictures(target.files ?? []);
    setComplaint(chosen.complaint);
    const files = chosen.pictures.slice(0, MAX_PHOTOS - photos.length);
    // The same file may be chosen again.
    target.value = '';
    onChange([...photos, ...files.map((file) => ({ file, preview: URL.createObjectURL(file) }))]);
  };
  return (
    <div>
      <Field
        label={isNeeded ? 'Photos of it' : 'Photos of it (optional)'}
        hint={`At most ${MAX_PHOTOS}. Only we see them.`}
        error={complaint || error}
      >
        {(control) => (
          <span className="btn btn-outline relative overflow-hidden has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink has-disabled:opacity-50">
            {photos.length === 0 ? 'Add photos' : 'Add another photo'}
            <input
              {...control}
              ref={box}
              type="file"
              name="photo"
              accept="image/*"
              multiple
              disabled={photos.length >= MAX_PHOTOS}
              onChange={add}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          </span>
        )}
      </Field>
      {photos.length > 0 && (
        <ul aria-label="Chosen photos" className="mt-3 flex flex-wrap gap-4">
          {photos.map(({ file, preview }, place) => (
            <li key={preview}>
              <img src={preview} alt={`Chosen: ${file.name}`} className="size-24 rounded-sm bg-sand object-cover" />
              <button
                type="button"
                aria-label={`Remove photo ${place + 1}`}
                onClick={() => {
                  URL.revokeObjectURL(preview);
                  onChange(photos.filter((other) => other.preview !== preview));
                  box.current?.focus();
                }}
                className="min-h-11 text-sm underline decoration-gold underline-offset-4"
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Sends the photos that the shop does not have yet, each drawn anew: the place where it was taken does not leave the device. Returns their ids. */
export async function sendPhotos(photos: ReturnPhoto[], onSent: (photos: ReturnPhoto[]) => void): Promise<string[]> {
  const now = [...photos];
  for (const [place, photo] of now.entries()) {
    if (photo.id) continue;
    now[place] = { ...photo, id: await upload(photo.file) };
    onSent([...now]);
  }
  return now.flatMap(({ id }) => id ?? []);
}

async function upload(file: File): Promise<string> {
  const { shrinkPhoto } = await import('#browser/shrink-photo.ts');
  const body = new FormData();
  for (const [name, value] of Object.entries(linkIn(location))) body.append(name, value);
  body.append('file', await shrinkPhoto(file, { maxSide: MAX_SIDE, maxBytes: 0 }), file.name);
  return (await callApi<{ id: string }>('POST', '/upload/return-photo', { body, timeoutMs: UPLOAD_TIMEOUT_MS })).id;
}
