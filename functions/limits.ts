import type { Config } from '@netlify/functions';
import { limits, limitsEdit } from '#domain/limits/contract.ts';
import { resource } from '#server/api/api.ts';
import { changeLimits, readLimits } from '#server/limits/limits.ts';

export default resource('How much strangers may take before somebody has spoken to them.')
  .get('/api/limits', { access: 'staff', right: 'none', summary: 'How much strangers may take', returns: limits }, ({ db }) =>
    readLimits(db),
  )
  .put(
    '/api/limits',
    {
      access: 'staff',
      right: 'set_rules',
      summary: 'Replaces the limits',
      body: limitsEdit,
      errors: ['edited_meanwhile'],
      returns: limits,
    },
    ({ db, body, staff }) => changeLimits(db, body, staff.id),
  ).handler;

export const config: Config = { path: '/api/limits' };
