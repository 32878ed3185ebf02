import type { Config } from '@netlify/functions';
import { inspection, newGoodsBack, receivingWork, returnedPieces, scanQuery } from '#domain/goods-back/contract.ts';
import { resource } from '#server/api/api.ts';
import { findReturnedPieces, inspectPieces, listReceivingWork, receivePieces } from '#server/goods-back/goods-back.ts';
import { orderedProductTags } from '#server/http/cache-tags.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';

const receiving = { access: 'staff', right: 'receive_returns', returns: returnedPieces } as const;

export default resource('Goods back: what came back of orders, piece by piece, each once.')
  .get(
    '/api/goods-back/work',
    {
      access: 'staff',
      right: 'receive_returns',
      summary: 'What waits to be counted and to be inspected',
      returns: receivingWork,
    },
    ({ db }) => listReceivingWork(db),
  )
  .get(
    '/api/goods-back/scan',
    {
      ...receiving,
      summary: 'What was sent in the parcel or order that was scanned, and what came back',
      query: scanQuery,
      errors: ['nothing_scanned'],
    },
    ({ db, query }) => findReturnedPieces(db, query.code),
  )
  .post(
    '/api/goods-back',
    {
      ...receiving,
      summary: 'Receives pieces of an order, or all of it: in stock again, damaged, to be inspected, or missing',
      body: newGoodsBack,
      errors: [
        'order_not_found',
        'shipment_not_found',
        'edited_meanwhile',
        'nothing_came_back',
        'idempotency_mismatch',
        ...STOCK_ERRORS,
      ],
      purges: orderedProductTags,
    },
    ({ db, body, staff }) => receivePieces(db, body, staff.id),
  )
  .post(
    '/api/goods-back/:id/inspection',
    {
      ...receiving,
      summary: 'Decides about pieces that were to be inspected',
      body: inspection,
      errors: ['goods_back_not_found', 'inspected_meanwhile', 'idempotency_mismatch', ...STOCK_ERRORS],
      purges: orderedProductTags,
    },
    ({ db, params, body, staff }) => inspectPieces(db, params.id, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/goods-back', '/api/goods-back/*'] };
