import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Screen } from '#admin/kit/Screen.tsx';
import { UploadButton } from '#admin/photos/UploadButton.tsx';
import { UploadList } from '#admin/photos/UploadList.tsx';
import type { Tried } from '#admin/photos/upload-queue.ts';
import { DeletePhoto } from './DeletePhoto.tsx';
import { $uploaded, mediaQueue, type UploadedPhoto } from './media-store.ts';
import { PhotoCard } from './PhotoCard.tsx';
import { UploadPlace } from './UploadPlace.tsx';

/** Photos for the shop: uploaded, copied as addresses, removed. */
export default function MediaPage() {
  const uploads = useStore(mediaQueue.$uploads);
  const photos = useStore($uploaded);
  const [said, setSaid] = useState({ text: '', isBad: false });
  const [unwanted, setUnwanted] = useState<UploadedPhoto | null>(null);
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
      {photos.length === 0 ? (
        <p className="panel px-4 py-14 text-center text-muted">What you upload is shown here, with its address to copy.</p>
      ) : (
        <ul aria-label="Uploaded photos" className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
          {photos.map((photo) => (
            <PhotoCard key={photo.name} photo={photo} onDelete={() => setUnwanted(photo)} />
          ))}
        </ul>
      )}
      {unwanted && <DeletePhoto photo={unwanted} onClose={() => setUnwanted(null)} />}
    </Screen>
  );
}
