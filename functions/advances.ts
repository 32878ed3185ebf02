import type { Config } from '@netlify/functions';
import { newAdvance, orderAdvance, seenTransfer, transferPhoto, transferReason } from '#domain/advances/contract.ts';
import {
  askForAdvance,
  endAdvance,
  readAdvance,
  rejectTransfer,
  takeBackTransfer,
  verifyTransfer,
} from '#server/advances/advances.ts';
import { readTransferPhoto } from '#server/advances/transfer-photos.ts';
import { resource } from '#server/api/api.ts';

const TRANSFER_ERRORS = ['order_not_found', 'transfer_not_found', 'transfer_decided'] as const;

export default resource('Money before delivery: what is asked of an order, what its customer says was sent, what arrived.')
  .get(
    '/api/advances/transfer-photos/:photoId',
    {
      access: 'staff',
      right: ['verify_payments', 'confirm_orders'],
      summary: 'The photo of a receipt',
      errors: ['photo_not_found', 'storage_unreachable'],
      returns: transferPhoto,
    },
    ({ db, params }) => readTransferPhoto(db, params.photoId),
  )
  .get(
    '/api/advances/:orderId',
    {
      access: 'staff',
      right: 'see_sums',
      summary: 'What is asked, sent and received of an order before delivery',
      errors: ['order_not_found'],
      returns: orderAdvance,
    },
    ({ db, params }) => readAdvance(db, params.orderId),
  )
  .put(
    '/api/advances/:orderId',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'Asks an advance of an order, instead of the one before',
      body: newAdvance,
      shows: ['reason'],
      errors: ['order_not_found', 'order_left'],
      returns: orderAdvance,
    },
    ({ db, params, body, staff }) => askForAdvance(db, params.orderId, body, staff.id),
  )
  .delete(
    '/api/advances/:orderId',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'Asks no advance any longer',
      errors: ['order_not_found'],
      returns: orderAdvance,
    },
    ({ db, params, staff }) => endAdvance(db, params.orderId, staff.id),
  )
  .post(
    '/api/advances/:orderId/transfers',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Books a transfer that arrived for an order',
      body: seenTransfer,
      idempotent: true,
      errors: TRANSFER_ERRORS,
      returns: orderAdvance,
    },
    ({ db, params, body, staff, idempotencyKey }) =>
      verifyTransfer(db, params.orderId, body, { actor: staff.id, idempotencyKey }),
  )
  .post(
    '/api/advances/:orderId/transfers/:transferId/rejection',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Says that a transfer was not found, and why',
      body: transferReason,
      shows: ['reason'],
      errors: TRANSFER_ERRORS,
      returns: orderAdvance,
    },
    ({ db, params, body, staff }) => rejectTransfer(db, params.orderId, params.transferId, body, staff.id),
  )
  .post(
    '/api/advances/:orderId/transfers/:transferId/taken-back',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Takes back a transfer that was booked by mistake',
      body: transferReason,
      shows: ['reason'],
      errors: [...TRANSFER_ERRORS, 'advance_refunded'],
      returns: orderAdvance,
    },
    ({ db, params, body, staff }) => takeBackTransfer(db, params.orderId, params.transferId, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/advances', '/api/advances/*'] };
