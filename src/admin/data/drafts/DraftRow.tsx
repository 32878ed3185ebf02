import CloudUpload from 'virtual:icons/cloud-upload';
import Pencil from 'virtual:icons/pencil';
import Trash from 'virtual:icons/trash';
import { Thumbnail } from '#admin/kit/Thumbnail.tsx';

interface Props {
  name: string;
  image: string | null;
  note: string;
  /** Why it could not be published. */
  problem: string | undefined;
  isBusy: boolean;
  /** Undefined while the shop cannot be reached. */
  onPublish: (() => void) | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** A draft in a list, with its actions. */
export function DraftRow({ name, image, note, problem, isBusy, onPublish, onEdit, onDelete }: Props) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <Thumbnail src={image} />
      <div className="min-w-40 flex-1">
        <p className="font-medium break-words">
          {name} <span className="badge tone-part">Draft</span>
        </p>
        <p className="text-sm break-words text-muted">{note}</p>
        <p role="alert" className="text-sm break-words text-danger">
          {problem}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-1">
        {onPublish && (
          <button
            type="button"
            disabled={isBusy}
            onClick={onPublish}
            aria-label={`Publish ${name}`}
            className="btn btn-outline px-4"
          >
            <CloudUpload className="size-4" />
            Publish
          </button>
        )}
        <button type="button" onClick={onEdit} aria-label={`Edit the draft ${name}`} className="btn-icon">
          <Pencil className="size-5" />
        </button>
        <button
          type="button"
          onClick={onDelete}
          aria-label={`Delete the draft ${name}`}
          className="btn-icon text-muted hover:text-danger"
        >
          <Trash className="size-5" />
        </button>
      </div>
    </li>
  );
}
