import type { Config } from '@netlify/functions';
import { conditionEdit, shopStatus } from '#domain/status/contract.ts';
import { resource } from '#server/api/api.ts';
import { changeCondition, readShopStatus } from '#server/status/shop-status.ts';

export default resource('What is wrong with the shop, since when, and what owners are told of.')
  .get(
    '/api/status',
    {
      access: 'staff',
      right: 'change_settings',
      summary: 'What is wrong with the shop, and which requests it could not answer',
      returns: shopStatus,
    },
    ({ db }) => readShopStatus(db),
  )
  .put(
    '/api/status/:kind',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Changes whether and from when on owners are told of a condition',
      body: conditionEdit,
      errors: ['condition_not_found'],
      returns: shopStatus,
    },
    ({ db, params, body, staff }) => changeCondition(db, params.kind, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/status', '/api/status/*'] };
