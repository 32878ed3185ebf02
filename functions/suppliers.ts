import type { Config } from '@netlify/functions';
import { supplier, supplierDetails, supplierEdit, supplierPayment, supplierQuery } from '#domain/suppliers/contract.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { editSupplier, getSupplier, listSuppliers, paySupplier } from '#server/suppliers/suppliers.ts';

export default resource('Whom the shop buys from, what it owes them, and what it paid.')
  .get(
    '/api/suppliers',
    {
      access: 'staff',
      right: 'buy_stock',
      summary: 'Suppliers with what they are owed',
      query: supplierQuery,
      returns: page(supplier),
    },
    ({ db, query }) => listSuppliers(db, query),
  )
  .get(
    '/api/suppliers/:id',
    {
      access: 'staff',
      right: 'buy_stock',
      summary: 'A supplier with purchase orders, payments and prices paid before',
      errors: ['supplier_not_found'],
      returns: supplierDetails,
    },
    ({ db, params }) => getSupplier(db, params.id),
  )
  .put(
    '/api/suppliers/:id',
    {
      access: 'staff',
      right: 'buy_stock',
      summary: 'Corrects a supplier, archives it or brings it back',
      body: supplierEdit,
      errors: ['supplier_not_found', 'edited_meanwhile'],
      returns: supplierDetails,
    },
    ({ db, params, body, staff }) => editSupplier(db, params.id, body, staff.id),
  )
  .post(
    '/api/suppliers/:id/payments',
    {
      access: 'staff',
      right: 'verify_payments',
      besides: 'buy_stock',
      summary: 'Books what was paid to a supplier',
      body: supplierPayment,
      errors: ['supplier_not_found', 'edited_meanwhile'],
      status: 201,
      returns: supplierDetails,
    },
    ({ db, params, body, staff }) => paySupplier(db, params.id, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/suppliers', '/api/suppliers/*'] };
