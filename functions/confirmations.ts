import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  confirmationList,
  confirmationOverride,
  confirmationQuery,
  confirmationRules,
  confirmationRulesEdit,
  deskOrder,
  newAttempt,
  nextConfirmation,
  recordedAttempt,
} from '#domain/confirmations/contract.ts';
import { staffOrder } from '#domain/orders/contract.ts';
import { resource } from '#server/api/api.ts';
import { changeRules, readRules } from '#server/confirmations/confirmation-rules.ts';
import {
  claimNext,
  claimOrder,
  listConfirmations,
  overrideConfirmation,
  recordAttempt,
  releaseOrder,
} from '#server/confirmations/confirmations.ts';

const CLAIM_ERRORS = ['order_not_found', 'order_closed', 'claimed_by_other'] as const;

export default resource('Whether orders are real: what is to be asked, who works on it, what people said.')
  .get(
    '/api/confirmations',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'Orders to be confirmed, most urgent first',
      query: confirmationQuery,
      returns: confirmationList,
    },
    ({ db, query }) => listConfirmations(db, query),
  )
  .get(
    '/api/confirmations/rules',
    {
      access: 'staff',
      right: 'none',
      summary: 'Which orders need no call, and which only staff confirm',
      returns: confirmationRules,
    },
    ({ db }) => readRules(db),
  )
  .put(
    '/api/confirmations/rules',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Replaces the rules; for owners',
      body: confirmationRulesEdit,
      errors: ['edited_meanwhile'],
      returns: confirmationRules,
    },
    ({ db, body, staff }) => changeRules(db, body, staff.id),
  )
  .post(
    '/api/confirmations/next',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'Claims the most urgent order that nobody holds',
      body: nextConfirmation,
      returns: deskOrder.nullable(),
    },
    ({ db, body, staff }) => claimNext(db, body, staff.id),
  )
  .post(
    '/api/confirmations/:orderId/claim',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'Claims an order for fifteen minutes',
      errors: CLAIM_ERRORS,
      returns: deskOrder,
    },
    ({ db, params, staff }) => claimOrder(db, params.orderId, staff.id),
  )
  .delete(
    '/api/confirmations/:orderId/claim',
    { access: 'staff', right: 'confirm_orders', summary: 'Gives an order back', returns: z.null() },
    ({ db, params, staff }) => releaseOrder(db, params.orderId, staff.id),
  )
  .post(
    '/api/confirmations/:orderId/attempts',
    {
      access: 'staff',
      right: 'confirm_orders',
      summary: 'Stores what came of asking about an order',
      body: newAttempt,
      idempotent: true,
      errors: CLAIM_ERRORS,
      returns: recordedAttempt,
    },
    ({ db, params, body, staff, idempotencyKey }) => recordAttempt(db, params.orderId, body, { actor: staff.id, idempotencyKey }),
  )
  .post(
    '/api/confirmations/:orderId/override',
    {
      access: 'staff',
      right: 'override_confirmation',
      summary: 'Lets an order go out although nobody confirmed it',
      body: confirmationOverride,
      errors: ['order_not_found', 'order_closed'],
      returns: staffOrder,
    },
    ({ db, params, body, staff }) => overrideConfirmation(db, params.orderId, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/confirmations', '/api/confirmations/*'] };
