import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { Photo } from '#shared/schemas/photos.ts';
import { deletePhoto } from './photo-list-api.ts';
import { nameOf } from './photo-name.ts';

/** Asks before a photo goes. One that a product or category shows stays. */
export function DeletePhoto({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deletePhoto(photo.name),
    onSuccess: () => toast(`${nameOf(photo)} was deleted`),
  });
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this photo?"
      detail={nameOf(photo)}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete image"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
