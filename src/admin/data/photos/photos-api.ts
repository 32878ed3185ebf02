import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { defineList } from '#admin/kit/define-record.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { type Photo, photo, photoQuery } from '#domain/photos/contract.ts';

/** The stored photos, newest first. */
export const photos = defineList({ plural: 'photos', api: '/photos', schema: photo, query: photoQuery });

/** What staff call a photo: the name of the uploaded file, if known. */
export function photoName({ fileName, name }: Photo): string {
  return fileName || name;
}

/** The folders with photos; empty until loaded. */
export function usePhotoFolders(): string[] {
  const { data = [] } = useQuery(staffQuery('/photos/folders', z.array(z.string())));
  return data;
}
