import type { Config } from '@netlify/functions';
import * as z from 'zod';
import {
  changedShipment,
  foundShipment,
  NO_ORDER,
  parcelNumbers,
  shipment,
  shipmentEdit,
  shipmentOutcome,
  shipmentPayload,
  shipmentPayloads,
  shipmentQuery,
  shipmentStats,
  shipmentStatusChange,
  shipmentStatusChanges,
  trackingNumberChanges,
} from '#domain/shipments/contract.ts';
import { askedSum, loadSheet, printedLabel, printedParcels, saidSums, shipmentPapers } from '#domain/shipments/labels.ts';
import { period } from '#domain/values.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { STOCK_ERRORS } from '#server/http/operation-errors.ts';
import {
  archiveShipment,
  createShipment,
  createShipments,
  editShipment,
  setShipmentStatus,
  setShipmentStatuses,
  setTrackingNumbers,
  undoParcelDelivery,
} from '#server/shipments/change-shipment.ts';
import {
  listAskedSums,
  printLabels,
  readLoadSheet,
  readPapers,
  setParcelSums,
  settleAskedSum,
} from '#server/shipments/papers.ts';
import {
  findShipments,
  getShipment,
  getShipmentByNumber,
  listShipments,
  shipmentStatistics,
} from '#server/shipments/read-shipments.ts';

const staffOnly = { access: 'staff', returns: shipment } as const;

export default resource('Parcels of orders.')
  .get(
    '/api/shipments',
    { access: 'staff', right: 'see_orders', summary: 'Shipments', query: shipmentQuery, returns: page(shipment) },
    ({ db, query }) => listShipments(db, query),
  )
  .post(
    '/api/shipments',
    {
      ...staffOnly,
      right: 'send_parcels',
      summary: 'Creates a shipment of an order',
      body: shipmentPayload,
      shows: ['carrier'],
      incomplete: NO_ORDER,
      status: 201,
      errors: ['order_not_found', 'order_cancelled', 'not_confirmed'],
    },
    ({ db, body, staff }) => createShipment(db, body, staff.id),
  )
  .post(
    '/api/shipments/many',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Creates a shipment for each of many orders',
      body: shipmentPayloads,
      shows: ['shipments.*.carrier'],
      returns: z.array(shipmentOutcome),
    },
    ({ db, body, staff }) => createShipments(db, body, staff.id),
  )
  .post(
    '/api/shipments/find',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Finds the shipment that each of many numbers means: of an order, of a shipment, or a tracking number',
      body: parcelNumbers,
      returns: z.array(foundShipment),
    },
    ({ db, body }) => findShipments(db, body),
  )
  .post(
    '/api/shipments/labels',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Labels of parcels to print, each written down as printed; says why one has none',
      body: printedParcels,
      returns: z.array(printedLabel),
    },
    ({ db, body, staff }) => printLabels(db, body, staff.id),
  )
  .post(
    '/api/shipments/load-sheet',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'What a rider signs for: parcels with what is to be collected for each',
      body: printedParcels,
      reads: true,
      returns: loadSheet,
    },
    ({ db, body }) => readLoadSheet(db, body),
  )
  .get(
    '/api/shipments/asked-sums',
    {
      access: 'staff',
      right: 'see_orders',
      summary: 'Riders who asked for another sum than was due, and nobody has seen to it',
      returns: z.array(askedSum),
    },
    ({ db }) => listAskedSums(db),
  )
  .get(
    '/api/shipments/stats',
    { access: 'staff', right: 'see_orders', summary: 'Shipments at a glance', query: period, returns: shipmentStats },
    ({ db, query }) => shipmentStatistics(db, query),
  )
  .get(
    '/api/shipments/number/:shipmentNumber',
    { ...staffOnly, right: 'see_orders', summary: 'A shipment by its number', errors: ['shipment_not_found'] },
    ({ db, params }) => getShipmentByNumber(db, params.shipmentNumber),
  )
  .get(
    '/api/shipments/:id',
    { ...staffOnly, right: 'see_orders', summary: 'A shipment', errors: ['shipment_not_found'] },
    ({ db, params }) => getShipment(db, params.id),
  )
  .get(
    '/api/shipments/:id/papers',
    {
      access: 'staff',
      right: 'see_orders',
      summary: 'What booking and label of a shipment say, and whether that is still right',
      errors: ['shipment_not_found'],
      returns: shipmentPapers,
    },
    ({ db, params }) => readPapers(db, params.id),
  )
  .put(
    '/api/shipments/:id/parcel-sums',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Says what each parcel of the shipment’s order collects at the door; together what is due',
      body: saidSums,
      errors: ['shipment_not_found', 'parcel_over', 'parcel_booked', 'edited_meanwhile'],
      returns: shipmentPapers,
    },
    ({ db, params, body, staff }) => setParcelSums(db, params.id, body, staff.id),
  )
  .post(
    '/api/shipments/:id/asked-sum/settlement',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Notes that staff have seen to a rider who asked for another sum',
      errors: ['shipment_not_found'],
      returns: z.array(askedSum),
    },
    ({ db, params, staff }) => settleAskedSum(db, params.id, staff.id),
  )
  .put(
    '/api/shipments/status',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Sets the status of many shipments, each on its own, and updates their orders',
      body: shipmentStatusChanges,
      sendsMail: true,
      returns: z.array(changedShipment),
    },
    ({ db, body, staff }) => setShipmentStatuses(db, body, staff.id),
  )
  .put(
    '/api/shipments/tracking-numbers',
    {
      access: 'staff',
      right: 'send_parcels',
      summary: 'Sets the tracking numbers of many shipments, each on its own',
      body: trackingNumberChanges,
      returns: z.array(changedShipment),
    },
    ({ db, body, staff }) => setTrackingNumbers(db, body, staff.id),
  )
  .put(
    '/api/shipments/:id',
    {
      ...staffOnly,
      right: 'send_parcels',
      summary: 'Corrects a shipment',
      body: shipmentEdit,
      shows: ['carrier'],
      errors: ['shipment_not_found', 'edited_meanwhile'],
    },
    ({ db, params, body, staff }) => editShipment(db, params.id, body, staff.id),
  )
  .put(
    '/api/shipments/:id/status',
    {
      ...staffOnly,
      right: 'send_parcels',
      summary: 'Sets the status of a shipment and updates its order',
      body: shipmentStatusChange,
      sendsMail: true,
      errors: [
        'shipment_not_found',
        'edited_meanwhile',
        'order_cancelled',
        'order_deleted',
        'parcel_came_back',
        'not_confirmed',
        'photo_needed',
        ...STOCK_ERRORS,
      ],
    },
    ({ db, params, body, staff }) => setShipmentStatus(db, params.id, body, staff.id),
  )
  .post(
    '/api/shipments/:id/undo-delivery',
    {
      ...staffOnly,
      right: 'send_parcels',
      summary: 'Takes back that a shipment was delivered, within a day, with what it collected; its order follows',
      errors: ['shipment_not_found', 'delivery_not_undone', 'money_refunded', ...STOCK_ERRORS],
    },
    ({ db, params, staff }) => undoParcelDelivery(db, params.id, staff.id),
  )
  .delete(
    '/api/shipments/:id',
    { ...staffOnly, right: 'send_parcels', summary: 'Archives a shipment; its order stays', errors: ['shipment_not_found'] },
    ({ db, params, staff }) => archiveShipment(db, params.id, staff.id),
  ).handler;

export const config: Config = { path: ['/api/shipments', '/api/shipments/*'] };
