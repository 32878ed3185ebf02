import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { photo, photoQuery } from '#domain/photos/contract.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { listPhotoFolders, listPhotos } from '#server/photos/stored-photos.ts';

export default resource('Stored photos and where they are shown.')
  .get(
    '/api/photos',
    {
      access: 'staff',
      right: 'edit_products',
      summary: 'Stored photos and where they are shown',
      query: photoQuery,
      returns: page(photo),
    },
    ({ db, query }) => listPhotos(db, query),
  )
  .get(
    '/api/photos/folders',
    { access: 'staff', right: 'edit_products', summary: 'Folders that hold photos', returns: z.array(z.string()) },
    ({ db }) => listPhotoFolders(db),
  ).handler;

export const config: Config = { path: ['/api/photos', '/api/photos/*'] };
