import type { Config } from '@netlify/functions';
import { checkHealth } from '#server/database/check-health.ts';
import { resource } from '#server/http/resource.ts';
import { health } from '#shared/schemas/health.ts';

export default resource().get(
  '/api/health',
  { access: 'anyone', summary: 'Which back-end services answer', returns: health },
  ({ db }) => checkHealth(db),
).handler;

export const config: Config = { path: '/api/health' };
