import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { photosUpload, photoUpload, storedPhoto, uploadConfig } from '#domain/photos/contract.ts';
import { resource } from '#server/api/api.ts';
import { PHOTO_ERRORS } from '#server/http/operation-errors.ts';
import { deletePhoto } from '#server/photos/stored-photos.ts';
import { uploadConfiguration, uploadPhoto, uploadPhotos } from '#server/photos/upload-photos.ts';

const single = {
  access: 'staff',
  summary: 'Stores a photo as WebP',
  upload: 'file',
  body: photoUpload,
  incomplete: 'Choose a file',
  errors: PHOTO_ERRORS,
  status: 201,
  returns: storedPhoto,
} as const;

export default resource('Photos on their way in and out of the storage.')
  .post('/api/upload', single, ({ db, body, staff }) => uploadPhoto(db, body, staff.id))
  .post('/api/upload/single', single, ({ db, body, staff }) => uploadPhoto(db, body, staff.id))
  .post(
    '/api/upload/multiple',
    {
      access: 'staff',
      summary: 'Stores several photos, all or none',
      upload: 'files',
      body: photosUpload,
      incomplete: 'Choose files',
      errors: PHOTO_ERRORS,
      status: 201,
      returns: z.array(storedPhoto),
    },
    ({ db, body, staff }) => uploadPhotos(db, body, staff.id),
  )
  .get(
    '/api/upload/config',
    { access: 'staff', summary: 'The project and folder that photos go to', returns: uploadConfig },
    uploadConfiguration,
  )
  .delete(
    '/api/upload/:name',
    {
      access: 'staff',
      summary: 'Deletes a photo that is not in use',
      errors: ['photo_not_found', 'photo_in_use', 'storage_unreachable'],
      returns: z.null(),
    },
    ({ db, params }) => deletePhoto(db, params.name),
  ).handler;

export const config: Config = { path: ['/api/upload', '/api/upload/*'] };
