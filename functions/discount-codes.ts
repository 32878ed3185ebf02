import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { discountCode, discountCodeEdit, newDiscountCode } from '#domain/discounts/contract.ts';
import { resource } from '#server/api/api.ts';
import { addDiscountCode, changeDiscountCode, listDiscountCodes } from '#server/discounts/discount-codes.ts';

export default resource('Codes that take something off an order.')
  .get(
    '/api/discount-codes',
    { access: 'staff', right: 'none', summary: 'Discount codes, with the orders that have them', returns: z.array(discountCode) },
    ({ db }) => listDiscountCodes(db),
  )
  .post(
    '/api/discount-codes',
    {
      access: 'staff',
      right: 'change_prices',
      summary: 'Adds a discount code',
      body: newDiscountCode,
      shows: ['code', 'name'],
      errors: ['code_taken'],
      status: 201,
      returns: discountCode,
    },
    ({ db, body, staff }) => addDiscountCode(db, body, staff.id),
  )
  .put(
    '/api/discount-codes/:id',
    {
      access: 'staff',
      right: 'change_prices',
      summary: 'Changes, pauses or resumes a discount code',
      body: discountCodeEdit,
      shows: ['code', 'name'],
      errors: ['code_not_found', 'code_taken', 'edited_meanwhile'],
      returns: discountCode,
    },
    ({ db, params: { id }, body, staff }) => changeDiscountCode(db, id, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/discount-codes', '/api/discount-codes/*'] };
