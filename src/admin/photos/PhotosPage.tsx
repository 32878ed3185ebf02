import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { Pager } from '#admin/kit/Pager.tsx';
import { fetchPhotos, photoFilters } from '#admin/kit/photos/photos-api.ts';
import { UploadButton } from '#admin/kit/photos/UploadButton.tsx';
import { UploadList } from '#admin/kit/photos/UploadList.tsx';
import type { Tried } from '#admin/kit/photos/upload-queue.ts';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { Photo } from '#shared/schemas/photos.ts';
import { DeletePhoto } from './DeletePhoto.tsx';
import { PhotoCard } from './PhotoCard.tsx';
import { PhotoFilterBar } from './PhotoFilterBar.tsx';
import { mediaQueue } from './photo-list-store.ts';
import { UploadPlace } from './UploadPlace.tsx';

/** Photos for the shop: uploaded, found again, copied as addresses, removed. */
export default function MediaPage() {
  const uploads = useStore(mediaQueue.$uploads);
  const list = useList({ resource: 'photos', filters: photoFilters, fetch: fetchPhotos, failure: 'Failed to load photos' });
  const { page } = list;
  const [said, setSaid] = useState({ text: '', isBad: false });
  const [unwanted, setUnwanted] = useState<Photo | null>(null);
  const complain = (text: string) => setSaid({ text, isBad: true });

  async function watch(tried: Promise<Tried>) {
    setSaid({ text: '', isBad: false });
    const { stored } = await tried;
    if (stored > 0) setSaid({ text: stored === 1 ? 'Uploaded 1 file' : `Uploaded ${stored} files`, isBad: false });
  }

  const send = (files: File[]) => void watch(mediaQueue.add(files));

  return (
    <Screen title="Media Manager">
      <section aria-label="Upload" className="panel mb-5 p-4 sm:p-5">
        <UploadPlace />
        <div className="flex flex-wrap items-center gap-3">
          <UploadButton
            label="Upload Single"
            onFiles={send}
            onNone={() => complain('Choose a file')}
            look="btn btn-outline px-4"
          />
          <UploadButton
            label="Upload Multiple"
            multiple
            onFiles={send}
            onNone={() => complain('Choose files')}
            look="btn btn-primary px-4"
          />
          <p role="status" className={`text-sm font-medium ${said.isBad ? 'text-danger' : 'text-leaf'}`}>
            {said.text}
          </p>
        </div>
        <UploadList uploads={uploads} onRetry={(id) => void watch(mediaQueue.retry(id))} onDrop={mediaQueue.drop} />
      </section>
      <PhotoFilterBar {...list} />
      {page ? (
        <>
          {page.items.length === 0 ? (
            <p className="panel px-4 py-14 text-center text-muted">
              {list.isNarrowed ? 'No photos found' : 'What you upload is shown here, with its address to copy.'}
            </p>
          ) : (
            <ul
              aria-label="Photos"
              aria-busy={list.isLoading}
              className={`grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5 ${list.isLoading ? 'opacity-60 transition-opacity delay-150' : ''}`}
            >
              {page.items.map((photo) => (
                <PhotoCard key={photo.name} photo={photo} onDelete={() => setUnwanted(photo)} />
              ))}
            </ul>
          )}
          <Pager
            pagination={page.pagination}
            shown={page.items.length}
            noun="photos"
            onPage={list.turnTo}
            onResize={list.resize}
          />
        </>
      ) : list.isFailed ? (
        <TryAgain onRetry={list.retry} />
      ) : (
        <Spinner label="Loading photos…" />
      )}
      {unwanted && <DeletePhoto photo={unwanted} onClose={() => setUnwanted(null)} />}
    </Screen>
  );
}
