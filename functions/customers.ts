import type { Config } from '@netlify/functions';
import {
  customer,
  customerDetails,
  customerEdit,
  customerMerge,
  customerOfPhone,
  customerPhone,
  customerQuery,
} from '#domain/customers/contract.ts';
import { creditGift } from '#domain/payments/contract.ts';
import { resource } from '#server/api/api.ts';
import { editCustomer, findCustomerOfPhone, getCustomer, listCustomers, mergeCustomers } from '#server/customers/customers.ts';
import { page } from '#server/http/operation.ts';
import { giveCredit } from '#server/payments/payments.ts';

const staffOnly = { access: 'staff', returns: customerDetails } as const;

export default resource('Who orders, and what became of it.')
  .get(
    '/api/customers',
    {
      access: 'staff',
      right: 'see_contacts',
      summary: 'Customers, the last to order first',
      query: customerQuery,
      returns: page(customer),
    },
    ({ db, query }) => listCustomers(db, query),
  )
  .post(
    '/api/customers/by-phone',
    {
      access: 'staff',
      right: 'see_contacts',
      summary: 'Who orders with a phone',
      body: customerPhone,
      reads: true,
      returns: customerOfPhone,
    },
    ({ db, body }) => findCustomerOfPhone(db, body.phone),
  )
  .get(
    '/api/customers/:id',
    { ...staffOnly, right: 'see_contacts', summary: 'A customer', errors: ['customer_not_found'] },
    ({ db, params }) => getCustomer(db, params.id),
  )
  .put(
    '/api/customers/:id',
    {
      ...staffOnly,
      right: 'edit_customers',
      summary: 'Corrects a customer, tags or blocks them',
      body: customerEdit,
      errors: ['customer_not_found', 'edited_meanwhile'],
    },
    ({ db, params, body }) => editCustomer(db, params.id, body),
  )
  .post(
    '/api/customers/:id/credit',
    {
      ...staffOnly,
      right: 'refund',
      summary: 'Gives a customer store credit',
      body: creditGift,
      errors: ['customer_not_found', 'edited_meanwhile'],
      status: 201,
    },
    ({ db, params, body, staff }) => giveCredit(db, params.id, body, staff.id),
  )
  .post(
    '/api/customers/:id/merge',
    {
      ...staffOnly,
      right: 'edit_customers',
      summary: 'Says that two customers are one person',
      body: customerMerge,
      errors: ['customer_not_found'],
    },
    ({ db, params, body, staff }) => mergeCustomers(db, params.id, body.other, staff.id),
  ).handler;

export const config: Config = { path: ['/api/customers', '/api/customers/*'] };
