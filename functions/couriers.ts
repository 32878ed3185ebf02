import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  courier,
  courierCheck,
  courierEdit,
  labelMeaning,
  newCourier,
  parcelWeights,
  parcelWeightsEdit,
  portalAnswer,
  portalFile,
  portalFileRequest,
  portalWork,
  settledBooking,
  simulatedDay,
  unknownLabel,
} from '#domain/couriers/contract.ts';
import { settlementMappingEdit } from '#domain/couriers/settlement-mapping.ts';
import { courierHolding, heldParcel, holdingQuery } from '#domain/settlements/contract.ts';
import { resource } from '#server/api/api.ts';
import {
  addCourier,
  changeCourier,
  checkCourier,
  explainLabel,
  listCouriers,
  listUnknownLabels,
  readParcelWeights,
  saveParcelWeights,
  saveSettlementMapping,
} from '#server/couriers/couriers.ts';
import { listPortalWork, settleByPortal, takePortalFile } from '#server/couriers/portal-files.ts';
import { simulateDay } from '#server/couriers/simulated-day.ts';
import { page, perMinute } from '#server/http/operation.ts';
import { listHeldParcels, listHoldings } from '#server/settlements/settlements.ts';

export default resource('Couriers: what they serve, charge and withhold, and what parcels weigh.')
  .get(
    '/api/couriers',
    { access: 'staff', right: 'none', summary: 'Couriers, and whether their credentials are set', returns: z.array(courier) },
    ({ db }) => listCouriers(db),
  )
  .post(
    '/api/couriers',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Adds a courier',
      body: newCourier,
      shows: ['name'],
      status: 201,
      returns: courier,
    },
    ({ db, body, staff }) => addCourier(db, body, staff.id),
  )
  .get(
    '/api/couriers/weights',
    { access: 'staff', right: 'none', summary: 'What parcels weigh when nobody weighs them', returns: parcelWeights },
    ({ db }) => readParcelWeights(db),
  )
  .put(
    '/api/couriers/weights',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Says what packing and pieces weigh',
      body: parcelWeightsEdit,
      errors: ['edited_meanwhile'],
      returns: parcelWeights,
    },
    ({ db, body, staff }) => saveParcelWeights(db, body, staff.id),
  )
  .get(
    '/api/couriers/unknown-labels',
    { access: 'staff', right: 'none', summary: 'What couriers wrote and nobody understands', returns: z.array(unknownLabel) },
    ({ db }) => listUnknownLabels(db),
  )
  .put(
    '/api/couriers/unknown-labels/:id',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Says what a label means from now on',
      body: labelMeaning,
      errors: ['courier_label_not_found'],
      returns: z.array(unknownLabel),
    },
    ({ db, params, body, staff }) => explainLabel(db, params.id, body.meaning, staff.id),
  )
  .get(
    '/api/couriers/holding',
    {
      access: 'staff',
      right: 'see_sums',
      summary: 'What each courier has of what its riders collected, by how long',
      returns: z.array(courierHolding),
    },
    ({ db }) => listHoldings(db),
  )
  .get(
    '/api/couriers/holding/parcels',
    {
      access: 'staff',
      right: 'see_sums',
      summary: 'Parcels of whose cash couriers have something, or paid more than the shop knows of, the oldest first',
      query: holdingQuery,
      returns: page(heldParcel),
    },
    ({ db, query }) => listHeldParcels(db, query),
  )
  .get(
    '/api/couriers/portal-work',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'What waits for the portals of couriers that work by files',
      returns: z.array(portalWork),
    },
    ({ db }) => listPortalWork(db),
  )
  .post(
    '/api/couriers/:id/portal-file',
    {
      access: 'staff',
      right: 'send_parcels',
      summary:
        'The file of booked parcels for a courier’s portal: says what their labels say, counts as revealing each, and is noted as taken',
      body: portalFileRequest,
      errors: ['courier_not_found', 'order_not_found', 'not_allowed', 'too_many_reveals'],
      returns: portalFile,
    },
    ({ db, params, body, staff }) => takePortalFile(db, params.id, body.again, staff.id),
  )
  .post(
    '/api/couriers/:id/portal-answer',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Gives bookings the tracking numbers that a courier’s portal gave back, each on its own',
      body: portalAnswer,
      returns: z.array(settledBooking),
    },
    ({ db, params, body, staff }) => settleByPortal(db, params.id, body, staff.id),
  )
  .put(
    '/api/couriers/:id',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Changes a courier; what was booked stays',
      body: courierEdit,
      shows: ['name'],
      errors: ['courier_not_found', 'edited_meanwhile'],
      returns: courier,
    },
    ({ db, params, body, staff }) => changeCourier(db, params.id, body, staff.id),
  )
  .put(
    '/api/couriers/:id/settlement-mapping',
    {
      access: 'staff',
      right: 'verify_payments',
      summary: 'Remembers which column of a courier’s files of money holds what',
      body: settlementMappingEdit,
      errors: ['courier_not_found', 'edited_meanwhile'],
      returns: courier,
    },
    ({ db, params, body, staff }) => saveSettlementMapping(db, params.id, body, staff.id),
  )
  .post(
    '/api/couriers/:id/check',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Asks the courier for its cities, which shows whether the credentials are right',
      limit: perMinute(10),
      errors: ['courier_not_found'],
      returns: courierCheck,
    },
    ({ db, params }) => checkCourier(db, params.id),
  )
  .post(
    '/api/couriers/:id/simulated-day',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Lets a day pass for the parcels of a courier that is simulated on this machine; never moves those of a real one',
      errors: ['courier_not_found'],
      returns: simulatedDay,
    },
    ({ db, params }) => simulateDay(db, params.id),
  ).handler;

export const config: Config = { path: ['/api/couriers', '/api/couriers/*'] };
