import { Copy, Trash2 } from 'lucide-react';
import { useReport } from '#admin/kit/problem.tsx';
import { toast } from '#admin/kit/toast.ts';
import { PhotoPreview } from '#admin/photos/PhotoPreview.tsx';
import type { UploadedPhoto } from './media-store.ts';

/** An uploaded photo: its address to copy, and the way out of the shop. */
export function PhotoCard({ photo, onDelete }: { photo: UploadedPhoto; onDelete: () => void }) {
  const report = useReport();

  async function copy() {
    try {
      await navigator.clipboard.writeText(photo.secure_url);
      toast('The address was copied');
    } catch (error) {
      report(error, `The address could not be copied: ${photo.secure_url}`);
    }
  }

  return (
    <li className="panel flex flex-col overflow-hidden">
      <PhotoPreview src={photo.secure_url} alt={photo.fileName} className="aspect-square w-full" />
      <div className="flex grow flex-col p-3">
        <p className="line-clamp-2 text-sm break-words">{photo.fileName}</p>
        <p className="text-xs text-muted tabular-nums">
          {photo.width} × {photo.height} · {Math.max(1, Math.round(photo.bytes / 1024))} KB
        </p>
        <div className="mt-auto flex items-center justify-between gap-1 pt-2">
          <button
            type="button"
            onClick={() => void copy()}
            aria-label={`Copy URL of ${photo.fileName}`}
            className="btn btn-outline px-2 whitespace-nowrap sm:px-3"
          >
            <Copy aria-hidden className="size-4 max-sm:hidden" />
            Copy URL
          </button>
          <button
            type="button"
            onClick={onDelete}
            aria-label={`Delete ${photo.fileName}`}
            className="btn-icon text-muted hover:text-danger"
          >
            <Trash2 aria-hidden className="size-5" />
          </button>
        </div>
      </div>
    </li>
  );
}
