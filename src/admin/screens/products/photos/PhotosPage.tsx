import { useState } from 'react';
import { photos, usePhotoFolders } from '#admin/data/photos/photos-api.ts';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Pager } from '#admin/kit/Pager.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { Photo } from '#domain/photos/contract.ts';
import { DeletePhoto } from './DeletePhoto.tsx';
import { PhotoCard } from './PhotoCard.tsx';
import { UploadSection } from './UploadSection.tsx';

const USED = new Map([
  [true, 'Shown somewhere'],
  [false, 'Not shown anywhere'],
]);

/** The uploaded photos: upload, find, copy the address, delete. */
export default function PhotosPage() {
  const list = useList(photos);
  const { page } = list;
  const folders = usePhotoFolders();
  const [toDelete, setToDelete] = useState<Photo | null>(null);

  return (
    <Screen title="Media Manager">
      <UploadSection />
      <ListFilters
        list={list}
        label="Photos"
        fields={[
          { choice: 'folder', label: 'Folder', all: 'All Folders', names: new Map(folders.map((name) => [name, name])) },
          { states: 'used', label: 'Shown', all: 'All Photos', names: USED },
        ]}
      />
      {page ? (
        <>
          {page.items.length === 0 ? (
            <p className="panel px-4 py-8 text-center text-muted">
              {list.isNarrowed ? 'No photos found' : 'What you upload is shown here, with its address to copy.'}
            </p>
          ) : (
            <ul
              aria-label="Photos"
              aria-busy={list.isLoading}
              className="refreshed grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5"
            >
              {page.items.map((photo) => (
                <PhotoCard key={photo.name} photo={photo} onDelete={() => setToDelete(photo)} />
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
      {toDelete && <DeletePhoto photo={toDelete} onClose={() => setToDelete(null)} />}
    </Screen>
  );
}
