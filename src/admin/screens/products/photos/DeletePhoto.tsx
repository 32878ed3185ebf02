import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { photoName } from '#admin/data/photos/photos-api.ts';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import type { Photo } from '#domain/photos/contract.ts';

/** Confirms deleting a photo. One that a product or category uses is refused. */
export function DeletePhoto({ photo, onClose }: { photo: Photo; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => callStaffApi('DELETE', `/upload/${photo.name}`, { schema: z.null() }),
    onSuccess: () => toast(`${photoName(photo)} was deleted`),
  });
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this photo?"
      detail={photoName(photo)}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete image"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
