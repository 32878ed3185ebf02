import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  archivedProducts,
  catalogFile,
  catalogImport,
  changedProducts,
  importCheck,
  importResult,
  photoTarget,
  photoTargetQuery,
  productChanges,
  productOutcome,
  undoneChange,
} from '#domain/catalog/contract.ts';
import { resource } from '#server/api/api.ts';
import { archiveProducts, changeProducts, undoProductChanges } from '#server/catalog/change-products.ts';
import { checkCatalogFile, importCatalog } from '#server/catalog/import/import-catalog.ts';
import { findPhotoTargets } from '#server/catalog/photo-targets.ts';
import { catalogTags } from '#server/http/cache-tags.ts';

const write = { access: 'staff', purges: catalogTags } as const;

export default resource('Many products at once: changes, files, photos by name.')
  .put(
    '/api/catalogue/products',
    {
      ...write,
      right: ['edit_products', 'change_prices'],
      summary: 'Changes many products, each on its own',
      body: productChanges,
      shows: ['change'],
      returns: changedProducts,
    },
    ({ db, body, staff }) => changeProducts(db, body, staff.id),
  )
  .post(
    '/api/catalogue/products/archive',
    {
      ...write,
      right: 'edit_products',
      summary: 'Archives many products, each on its own',
      body: archivedProducts,
      returns: z.array(productOutcome),
    },
    ({ db, body, staff }) => archiveProducts(db, body.products, staff.id),
  )
  .post(
    '/api/catalogue/products/undo',
    {
      ...write,
      right: ['edit_products', 'change_prices'],
      summary: 'Undoes a change of many products, within a minute',
      body: undoneChange,
      errors: ['undo_expired'],
      returns: z.array(productOutcome),
    },
    ({ db, body, staff }) => undoProductChanges(db, body.undoId, staff.id),
  )
  .post(
    '/api/catalogue/import/check',
    {
      access: 'staff',
      right: 'edit_products',
      summary: 'Says what a file of products would do, row by row',
      upload: 'file',
      body: catalogFile,
      errors: ['storage_unreachable'],
      returns: importCheck,
    },
    ({ db, body }) => checkCatalogFile(db, body.file),
  )
  .post(
    '/api/catalogue/import',
    {
      ...write,
      right: 'edit_products',
      summary: 'Does what the check of a file said, all or nothing',
      upload: 'file',
      body: catalogImport,
      errors: ['owner_only', 'catalogue_changed', 'storage_unreachable'],
      returns: importResult,
    },
    ({ db, body, staff }) => importCatalog(db, body, staff),
  )
  .post(
    '/api/catalogue/photo-targets',
    {
      access: 'staff',
      right: 'edit_products',
      summary: 'The products that photos named by SKU belong to',
      body: photoTargetQuery,
      returns: z.array(photoTarget),
    },
    ({ db, body }) => findPhotoTargets(db, body.skus),
  ).handler;

export const config: Config = { path: '/api/catalogue/*' };
