import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { uploadedTransferPhoto } from '#domain/advances/contract.ts';
import {
  photosUpload,
  photoUpload,
  returnPhotoUpload,
  reviewPhotoUpload,
  storedPhoto,
  transferPhotoUpload,
  uploadConfig,
} from '#domain/photos/contract.ts';
import { uploadedReturnPhoto } from '#domain/returns/contract.ts';
import { uploadedReviewPhoto } from '#domain/reviews/contract.ts';
import { uploadTransferPhoto } from '#server/advances/transfer-photos.ts';
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';
import { PHOTO_ERRORS } from '#server/http/operation-errors.ts';
import { deletePhoto } from '#server/photos/stored-photos.ts';
import { uploadConfiguration, uploadPhoto, uploadPhotos } from '#server/photos/upload-photos.ts';
import { uploadReviewPhoto } from '#server/photos/upload-review-photo.ts';
import { uploadReturnPhoto } from '#server/returns/photos.ts';

const single = {
  access: 'staff',
  right: 'edit_products',
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
      right: 'edit_products',
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
  .post(
    '/api/upload/review-photo',
    {
      access: 'anyone',
      summary: 'Takes a photo for a review that is being written; it is shown to nobody but staff before they approve the review',
      upload: 'file',
      body: reviewPhotoUpload,
      incomplete: 'Choose a file',
      limit: perMinute(10),
      errors: [...PHOTO_ERRORS, 'too_many_photos'],
      status: 201,
      returns: uploadedReviewPhoto,
    },
    ({ db, body, client }) => uploadReviewPhoto(db, body.file, client.network),
  )
  .post(
    '/api/upload/return-photo',
    {
      access: 'anyone',
      summary: 'Takes a photo of what is wrong with a piece of the order of a secret link; it is sent with a request by its id',
      upload: 'file',
      body: returnPhotoUpload,
      incomplete: 'Choose a file',
      limit: perMinute(20),
      errors: [
        ...PHOTO_ERRORS,
        'order_page_not_found',
        'order_page_ended',
        'return_not_offered',
        'return_over',
        'too_many_return_photos',
      ],
      status: 201,
      returns: uploadedReturnPhoto,
    },
    ({ db, body, client }) => uploadReturnPhoto(db, body, client.network),
  )
  .post(
    '/api/upload/transfer-photo',
    {
      access: 'anyone',
      summary: 'Takes the photo of a receipt for the order of a secret link, where an advance is asked; only staff see it',
      upload: 'file',
      body: transferPhotoUpload,
      incomplete: 'Choose a file',
      limit: perMinute(10),
      errors: [...PHOTO_ERRORS, 'order_page_not_found', 'order_page_ended', 'advance_not_asked', 'too_many_transfer_photos'],
      status: 201,
      returns: uploadedTransferPhoto,
    },
    ({ db, body, client }) => uploadTransferPhoto(db, body, client.network),
  )
  .get(
    '/api/upload/config',
    { access: 'staff', right: 'edit_products', summary: 'The project and folder that photos go to', returns: uploadConfig },
    uploadConfiguration,
  )
  .delete(
    '/api/upload/:name',
    {
      access: 'staff',
      right: 'edit_products',
      summary: 'Deletes a photo that is not in use',
      errors: ['photo_not_found', 'photo_in_use', 'storage_unreachable'],
      returns: z.null(),
    },
    ({ db, params }) => deletePhoto(db, params.name),
  ).handler;

export const config: Config = { path: ['/api/upload', '/api/upload/*'] };
