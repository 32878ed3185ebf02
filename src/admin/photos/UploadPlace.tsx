import { useUploadConfig } from './photo-list-api.ts';

/** Where photos go: the project and its folder. Nothing while that is unknown. */
export function UploadPlace() {
  const { data } = useUploadConfig();
  if (!data) return null;
  return (
    <dl className="facts mb-4 flex flex-wrap gap-x-10 gap-y-3">
      <div className="min-w-0">
        <dt>Cloud name</dt>
        <dd className="break-words">{data.cloudName}</dd>
      </div>
      <div className="min-w-0">
        <dt>Folder</dt>
        <dd className="break-words">{data.folder}</dd>
      </div>
    </dl>
  );
}
