import type { Config } from '@netlify/functions';
import { health } from '#domain/health/contract.ts';
import { resource } from '#server/api/api.ts';
import { checkHealthSparingly } from '#server/database/check-health.ts';
import { ApiError } from '#server/errors.ts';
import { canSendMail } from '#server/mail/mail-settings.ts';

export default resource('Whether the back end answers.').get(
  '/api/health',
  { access: 'anyone', summary: 'What of the shop works; 503 when nobody can order, with the same as `details`', returns: health },
  async ({ db }) => {
    const found = await checkHealthSparingly(db, canSendMail());
    if (found.status === 'down') throw new ApiError('database_unreachable', { details: found, headers: { 'Retry-After': '5' } });
    return found;
  },
).handler;

export const config: Config = { path: '/api/health' };
