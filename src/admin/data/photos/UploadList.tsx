import RotateCw from 'virtual:icons/rotate-cw';
import X from 'virtual:icons/x';
import type { Upload } from './upload-queue.ts';

interface Props {
  uploads: Upload[];
  onRetry: (id: number) => void;
  onCancel: (id: number) => void;
}

/** Uploads in progress and failed ones, each with its progress or reason. */
export function UploadList({ uploads, onRetry, onCancel }: Props) {
  if (uploads.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="panel mt-3 divide-y divide-line">
      {uploads.map((upload) => (
        <li key={upload.id} className="flex items-center gap-2 py-1 pr-1 pl-4 text-sm">
          <div className="min-w-0 grow py-1.5">
            <p className="truncate">{upload.file.name}</p>
            <Progress upload={upload} />
          </div>
          {upload.state === 'failed' && (
            <button
              type="button"
              onClick={() => onRetry(upload.id)}
              aria-label={`Try ${upload.file.name} again`}
              className="btn-icon"
            >
              <RotateCw className="size-4" />
            </button>
          )}
          <button
            type="button"
            onClick={() => onCancel(upload.id)}
            aria-label={`Remove ${upload.file.name}`}
            className="btn-icon"
          >
            <X className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Progress({ upload: { file, state, progress, reason } }: { upload: Upload }) {
  if (state === 'failed') {
    return (
      <p role="alert" className="break-words text-danger">
        {reason}
      </p>
    );
  }
  if (state === 'waiting') return <p className="text-muted">Waiting…</p>;
  return <progress aria-label={`Uploading ${file.name}`} value={progress} max={1} className="upload-progress" />;
}
