import * as z from 'zod';

/** Where photos go when an upload names no folder. */
export const PHOTO_FOLDER = 'products';

/** Photos of one request; a product has no more. */
const MOST_PHOTOS = 20;

const folder = z
  .string()
  .trim()
  .max(40, 'At most 40 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use small letters, digits and single dashes')
  .default(PHOTO_FOLDER);

const photo = z.file('Choose a file');

/** A form with one photo. What it really is, is judged by its content. */
export const photoUpload = z.object({ file: photo, folder });

export type PhotoUpload = z.infer<typeof photoUpload>;

/** A form with several photos: all of them are stored, or none. */
export const photosUpload = z.object({
  files: z.array(photo, 'Choose files').min(1, 'Choose files').max(MOST_PHOTOS, `At most ${MOST_PHOTOS} photos at once`),
  folder,
});

export type PhotosUpload = z.infer<typeof photosUpload>;

/** A stored photo. Its name says its folder, and is all that deleting it takes. */
export const storedPhoto = z.object({
  secure_url: z.string(),
  name: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});

export type StoredPhoto = z.infer<typeof storedPhoto>;

export const uploadConfig = z.object({ cloudName: z.string(), folder: z.string() });

export type UploadConfig = z.infer<typeof uploadConfig>;
