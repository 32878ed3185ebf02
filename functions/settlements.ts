import type { Config } from '@netlify/functions';
import { payment } from '#domain/payments/contract.ts';
import {
  settlement,
  settlementCheck,
  settlementDetails,
  settlementFile,
  settlementQuery,
  settlementUndo,
  shortfallWriteOff,
} from '#domain/settlements/contract.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { writeOffShortfall } from '#server/payments/payments.ts';
import {
  bookSettlement,
  checkSettlement,
  getSettlement,
  listSettlements,
  undoSettlement,
} from '#server/settlements/settlements.ts';

const books = { access: 'staff', right: 'verify_payments' } as const;

export default resource('What couriers pay out and keep, by their files.')
  .get(
    '/api/settlements',
    {
      access: 'staff',
      right: 'see_sums',
      summary: 'Couriers’ booked files, the newest first',
      query: settlementQuery,
      returns: page(settlement),
    },
    ({ db, query }) => listSettlements(db, query),
  )
  .post(
    '/api/settlements',
    {
      ...books,
      summary: 'Books a courier’s file, all or nothing',
      body: settlementFile,
      errors: ['courier_not_found', 'settlement_refused'],
      idempotent: true,
      status: 201,
      returns: settlement,
    },
    ({ body, staff, idempotencyKey }) => bookSettlement(body, staff.id, idempotencyKey),
  )
  .post(
    '/api/settlements/check',
    {
      ...books,
      summary: 'Says what booking a courier’s file would do, row by row, and writes nothing',
      body: settlementFile,
      errors: ['courier_not_found'],
      returns: settlementCheck,
    },
    ({ body }) => checkSettlement(body),
  )
  .post(
    '/api/settlements/shortfalls',
    {
      ...books,
      summary: 'Writes off what a courier never paid of a parcel’s cash',
      body: shortfallWriteOff,
      errors: ['shipment_not_found', 'nothing_owed'],
      status: 201,
      returns: payment,
    },
    ({ db, body, staff }) => writeOffShortfall(db, body.shipmentId, body.reason, staff.id),
  )
  .get(
    '/api/settlements/:id',
    {
      access: 'staff',
      right: 'see_sums',
      summary: 'A booked file with its lines',
      errors: ['settlement_not_found'],
      returns: settlementDetails,
    },
    ({ db, params }) => getSettlement(db, params.id),
  )
  .post(
    '/api/settlements/:id/undo',
    {
      ...books,
      summary: 'Undoes a booked file: what it moved is taken back',
      body: settlementUndo,
      errors: ['settlement_not_found', 'settlement_undone', 'settlement_built_on'],
      returns: settlement,
    },
    ({ params, body, staff }) => undoSettlement(params.id, body.reason, staff.id),
  ).handler;

export const config: Config = { path: ['/api/settlements', '/api/settlements/*'] };
