import Copy from 'virtual:icons/copy';
import Trash from 'virtual:icons/trash';
import { PhotoPreview } from '#admin/data/photos/PhotoPreview.tsx';
import { photoName } from '#admin/data/photos/photos-api.ts';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import type { Photo } from '#domain/photos/contract.ts';

/** A stored photo: where it is used, and the buttons to copy its address and delete it. */
export function PhotoCard({ photo, onDelete }: { photo: Photo; onDelete: () => void }) {
  const report = useErrorBanner();

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
      <PhotoPreview src={photo.secure_url} alt={photoName(photo)} className="aspect-square w-full" />
      <div className="flex grow flex-col p-3">
        <p className="line-clamp-2 text-sm break-words">{photoName(photo)}</p>
        <p className="text-xs text-muted tabular-nums">{[photo.folder, sizeOf(photo)].filter(Boolean).join(' · ')}</p>
        <UsedBy photo={photo} />
        <div className="mt-auto flex items-center justify-between gap-1 pt-2">
          <button
            type="button"
            onClick={() => void copy()}
            aria-label={`Copy URL of ${photoName(photo)}`}
            className="btn btn-outline px-2 whitespace-nowrap sm:px-3"
          >
            <Copy className="size-4 max-sm:hidden" />
            Copy URL
          </button>
          <button
            type="button"
            onClick={onDelete}
            aria-label={`Delete ${photoName(photo)}`}
            className="btn-icon text-muted hover:text-danger"
          >
            <Trash className="size-5" />
          </button>
        </div>
      </div>
    </li>
  );
}

/** `1200 × 1600 · 84 KB`; empty for old photos without recorded sizes. */
function sizeOf({ width, height, bytes }: Photo): string {
  return width && height && bytes ? `${width} × ${height} · ${Math.max(1, Math.round(bytes / 1024))} KB` : '';
}

function UsedBy({ photo: { usedBy } }: { photo: Photo }) {
  if (usedBy.length === 0) return <p className="mt-1 text-xs text-muted">Not shown anywhere</p>;
  return (
    <ul aria-label="Shown by" className="mt-1 text-xs">
      {usedBy.map(({ kind, id, name }) => (
        <li key={id} className="truncate">
          {kind === 'product' ? (
            <Link href={`/admin/products/${id}`} className="underline decoration-gold underline-offset-2">
              {name}
            </Link>
          ) : (
            `Category ${name}`
          )}
        </li>
      ))}
    </ul>
  );
}
