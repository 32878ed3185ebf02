import type { Config } from '@netlify/functions';
import {
  packedPhoto,
  packedPhotoUpload,
  packedPieces,
  packing,
  packingList,
  packingRules,
  packingRulesEdit,
  photoWaiver,
} from '#domain/packing/contract.ts';
import { resource } from '#server/api/api.ts';
import { PHOTO_ERRORS } from '#server/http/operation-errors.ts';
import {
  changePackingRules,
  findPacking,
  listOrdersToPack,
  packPieces,
  readPackingRules,
  waivePhoto,
} from '#server/packing/packing.ts';
import { addPackedPhoto, readPackedPhoto, removePackedPhoto } from '#server/packing/photos.ts';

const ofPacker = { access: 'staff', right: 'send_parcels', returns: packing } as const;

export default resource('Packing: which pieces are in the parcel of an order, who put them in, and photos of it.')
  .get(
    '/api/packing',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'The orders to pack, the oldest first, without anything of their customers',
      returns: packingList,
    },
    ({ db }) => listOrdersToPack(db),
  )
  .get(
    '/api/packing/rules',
    { access: 'staff', right: 'change_settings', summary: 'What holds for all packing', returns: packingRules },
    ({ db }) => readPackingRules(db),
  )
  .put(
    '/api/packing/rules',
    {
      access: 'staff',
      right: 'change_settings',
      summary: 'Changes whether a parcel leaves only with a photo of what is in it',
      body: packingRulesEdit,
      errors: ['edited_meanwhile'],
      returns: packingRules,
    },
    ({ db, body, staff }) => changePackingRules(db, body, staff.id),
  )
  .get(
    '/api/packing/photos/:photoId',
    {
      access: 'staff',
      right: 'see_orders',
      summary: 'A photo of an open parcel',
      errors: ['photo_not_found', 'storage_unreachable'],
      returns: packedPhoto,
    },
    ({ db, params }) => readPackedPhoto(db, params.photoId),
  )
  .get(
    '/api/packing/:code',
    {
      access: 'staff',
      right: 'see_orders',
      summary: 'The packing of an order',
      errors: ['order_not_found'],
      returns: packing,
    },
    ({ db, params }) => findPacking(db, params.code),
  )
  .post(
    '/api/packing/:orderId/pieces',
    {
      ...ofPacker,
      summary: 'Stores pieces that were packed or taken out, each once; what is beyond the order is kept and does not count',
      body: packedPieces,
      errors: ['order_not_found', 'packing_cancelled', 'idempotency_mismatch'],
    },
    ({ db, params, body, staff }) => packPieces(db, params.orderId, body, staff.id),
  )
  .post(
    '/api/packing/:orderId/photos',
    {
      ...ofPacker,
      summary: 'Stores a photo of the open parcel, once for its key; staff and whoever has the order’s link see it',
      upload: 'file',
      body: packedPhotoUpload,
      incomplete: 'Choose a file',
      errors: [...PHOTO_ERRORS, 'order_not_found', 'too_many_parcel_photos', 'idempotency_mismatch'],
      status: 201,
    },
    ({ db, params, body, staff }) => addPackedPhoto(db, params.orderId, body, staff.id),
  )
  .delete(
    '/api/packing/:orderId/photos/:photoId',
    { ...ofPacker, summary: 'Removes a photo of the open parcel', errors: ['order_not_found', 'photo_not_found'] },
    ({ db, params, staff }) => removePackedPhoto(db, params.orderId, params.photoId, staff.id),
  )
  .post(
    '/api/packing/:orderId/photo-waiver',
    {
      ...ofPacker,
      right: 'override_confirmation',
      summary: 'Lets an order go out without a photo of its parcel',
      body: photoWaiver,
      errors: ['order_not_found'],
    },
    ({ db, params, body, staff }) => waivePhoto(db, params.orderId, body.reason, staff.id),
  ).handler;

export const config: Config = { path: ['/api/packing', '/api/packing/*'] };
