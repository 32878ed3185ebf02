import * as z from 'zod';
import { flag, paging } from '#domain/lists.ts';
import { comparedText, line, searchText } from '#domain/text-fields.ts';
import { timestamp } from '#domain/values.ts';

/** The folder of an upload that names none. */
export const PHOTO_FOLDER = 'products';

/** Per request, as many as a product may have. */
const MAX_PHOTOS = 20;

const folder = comparedText(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single dashes')
  .default(PHOTO_FOLDER);

const photoFile = z.file('Choose a file');

/** A form with one photo. Its type is read from its content later. */
export const photoUpload = z.object({ file: photoFile, folder });

export type PhotoUpload = z.infer<typeof photoUpload>;

/** A form with one photo for a review. */
export const reviewPhotoUpload = z.object({ file: photoFile });

/** A form with the photo of a receipt, and the link of the order that was paid. */
export const transferPhotoUpload = z.object({ file: photoFile, orderNumber: line(40), key: line(64) });

export type TransferPhotoUpload = z.infer<typeof transferPhotoUpload>;

/** A form with a photo of what is wrong with a piece, for the order of a secret link. */
export const returnPhotoUpload = z.object({ file: photoFile, orderNumber: line(40), key: line(64) });

export type ReturnPhotoUpload = z.infer<typeof returnPhotoUpload>;

/** A form with several photos: all of them are stored, or none. */
export const photosUpload = z.object({
  files: z.array(photoFile, 'Choose files').min(1, 'Choose files').max(MAX_PHOTOS, `At most ${MAX_PHOTOS} photos at once`),
  folder,
});

export type PhotosUpload = z.infer<typeof photosUpload>;

/** A stored photo. Its name is enough to delete it. */
export const storedPhoto = z.object({
  secure_url: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});

export type StoredPhoto = z.infer<typeof storedPhoto>;

/** Where a photo is shown. */
export const photoUse = z.object({ kind: z.enum(['product', 'category']), id: z.string(), name: z.string() });

/** A stored photo, and where it is shown. Old ones have no known size. */
export const photo = z.object({
  name: z.string(),
  folder: z.string(),
  secure_url: z.string(),
  fileName: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  bytes: z.int().nullable(),
  createdAt: timestamp,
  usedBy: z.array(photoUse),
});

export type Photo = z.infer<typeof photo>;

export const photoQuery = z.object({
  ...paging,
  folder: searchText(40).optional().meta({ description: 'The folder that holds the photos' }),
  used: flag.optional().meta({ description: 'Only photos that something shows, or only others' }),
});

export type PhotoQuery = z.infer<typeof photoQuery>;

export const uploadConfig = z.object({ cloudName: z.string(), folder: z.string() });

export type UploadConfig = z.infer<typeof uploadConfig>;
