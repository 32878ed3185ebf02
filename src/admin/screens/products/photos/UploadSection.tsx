import { useQuery } from '@tanstack/react-query';
import { UploadPanel } from '#admin/data/photos/UploadPanel.tsx';
import { photoQueue } from '#admin/data/photos/use-uploads.ts';
import { queryClient } from '#admin/platform/query-client.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { uploadConfig } from '#domain/photos/contract.ts';

/** Lives outside the component: uploads go on when another screen is opened. */
const queue = photoQueue(() => void queryClient.invalidateQueries());

/** Where photos are stored, and the buttons to upload them. */
export function UploadSection() {
  return (
    <section aria-label="Upload" className="panel mb-5 p-4 sm:p-5">
      <StorageFacts />
      <UploadPanel
        queue={queue}
        buttons={[
          { label: 'Upload Single', noneChosen: 'Choose a file' },
          { label: 'Upload Multiple', noneChosen: 'Choose files', isMultiple: true, look: 'btn btn-primary px-4' },
        ]}
        success={(stored) => (stored === 1 ? 'Uploaded 1 file' : `Uploaded ${stored} files`)}
        hidesFailures
        className="gap-3 font-medium"
      />
    </section>
  );
}

/** For information only, so a failed request shows nothing. */
function StorageFacts() {
  const { data } = useQuery(staffQuery('/upload/config', uploadConfig));
  if (!data) return null;
  return (
    <dl className="facts mb-4 flex flex-wrap gap-x-10 gap-y-3">
      {data.cloudName && (
        <div className="min-w-0">
          <dt>Cloud name</dt>
          <dd className="break-words">{data.cloudName}</dd>
        </div>
      )}
      <div className="min-w-0">
        <dt>Folder</dt>
        <dd className="break-words">{data.folder}</dd>
      </div>
    </dl>
  );
}
