import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import { deletePhoto } from './media-api.ts';
import { forgetPhoto, type UploadedPhoto } from './media-store.ts';

/** Asks before a photo goes. One that a product or category shows stays. */
export function DeletePhoto({ photo, onClose }: { photo: UploadedPhoto; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deletePhoto(photo.name),
    onSuccess: () => {
      forgetPhoto(photo.name);
      toast(`${photo.fileName} was deleted`);
    },
  });
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this photo?"
      detail={photo.fileName}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete image"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
