import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { uploadConfig } from '#shared/schemas/photos.ts';

/** Where photos go. It is for information only: that it could not be had is not worth a word. */
export function useUploadConfig() {
  return useQuery({
    queryKey: ['upload', 'config'],
    queryFn: ({ signal }) => callStaffApi('GET', '/upload/config', { schema: uploadConfig, signal }),
  });
}

/** Removes a photo. Answers with nothing. @throws ApiFailure 409 when a product or category shows it */
export function deletePhoto(name: string): Promise<null> {
  return callStaffApi('DELETE', `/upload/${name}`, { schema: z.null() });
}
