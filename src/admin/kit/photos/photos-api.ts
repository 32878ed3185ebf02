import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { listFilters } from '#admin/kit/list-filters.ts';
import { callStaffApi, callStaffApiPage } from '#admin/platform/staff-api.ts';
import { type Photo, photo, photoQuery } from '#shared/schemas/photos.ts';

export const photoFilters = listFilters(photoQuery);

export type PhotoFilters = typeof photoFilters.defaults;

/** Stored photos, newest first. */
export function fetchPhotos(filters: PhotoFilters & { limit: number }, signal?: AbortSignal) {
  return callStaffApiPage('/photos', { query: filters, schema: z.array(photo), signal });
}

/** What staff call a photo: the name of the uploaded file, if known. */
export function photoName({ fileName, name }: Photo): string {
  return fileName || name;
}

/** The folders with photos; empty until loaded. */
export function usePhotoFolders(): string[] {
  const { data = [] } = useQuery({
    queryKey: ['photos', 'folders'],
    queryFn: ({ signal }) => callStaffApi('GET', '/photos/folders', { schema: z.array(z.string()), signal }),
  });
  return data;
}
