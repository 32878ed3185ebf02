import Check from 'virtual:icons/check';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { Photo } from '#domain/photos/contract.ts';
import { PhotoPreview } from './PhotoPreview.tsx';
import { photoName, photos } from './photos-api.ts';

interface Props {
  /** Addresses in use already; they cannot be chosen again. */
  taken: string[];
  onPick: (addresses: string[]) => void;
  onClose: () => void;
}

const PAGE_SIZE = 20;

/** A dialog to choose uploaded photos. They are returned in the order they were chosen. */
export function PhotoPicker({ taken, onPick, onClose }: Props) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string[]>([]);
  const { data, error } = useQuery({
    ...photos.queries.list({ page, limit: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  });
  const toggle = (address: string) =>
    setChosen(chosen.includes(address) ? chosen.filter((other) => other !== address) : [...chosen, address]);
  const pages = data?.pagination.totalPages ?? 1;

  return (
    <Dialog
      title="Choose from uploads"
      onClose={onClose}
      footer={
        <>
          {pages > 1 && (
            <span className="mr-auto flex items-center gap-2">
              <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)} className="btn btn-outline px-3">
                Previous
              </button>
              <span className="text-sm tabular-nums">
                {page} of {pages}
              </span>
              <button type="button" disabled={page >= pages} onClick={() => setPage(page + 1)} className="btn btn-outline px-3">
                Next
              </button>
            </span>
          )}
          <button type="button" onClick={onClose} className="btn btn-outline">
            Cancel
          </button>
          <button
            type="button"
            disabled={chosen.length === 0}
            onClick={() => {
              onPick(chosen);
              onClose();
            }}
            className="btn btn-primary"
          >
            {chosen.length === 0 ? 'Add photos' : chosen.length === 1 ? 'Add 1 photo' : `Add ${chosen.length} photos`}
          </button>
        </>
      }
    >
      {!data && error && <p role="alert">{failureText(error, 'Failed to load photos')}</p>}
      {!data && !error && <Spinner label="Loading photos…" />}
      {data?.items.length === 0 && <p className="py-6 text-center text-muted">Nothing was uploaded yet.</p>}
      <ul aria-label="Photos to choose from" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {data?.items.map((photo) => (
          <li key={photo.name}>
            <PhotoChoice
              photo={photo}
              isTaken={taken.includes(photo.secure_url)}
              isChosen={chosen.includes(photo.secure_url)}
              onToggle={() => toggle(photo.secure_url)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface ChoiceProps {
  photo: Photo;
  isTaken: boolean;
  isChosen: boolean;
  onToggle: () => void;
}

function PhotoChoice({ photo, isTaken, isChosen, onToggle }: ChoiceProps) {
  const name = photoName(photo);
  return (
    <button type="button" aria-pressed={isChosen} disabled={isTaken} onClick={onToggle} className="photo-choice">
      <PhotoPreview src={photo.secure_url} alt={name} className="aspect-square w-full" />
      <span className="block truncate px-2 py-1.5 text-left text-xs">{isTaken ? 'Already here' : name}</span>
      {isChosen && (
        <span className="absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-ink text-ivory">
          <Check className="size-4" />
        </span>
      )}
    </button>
  );
}
