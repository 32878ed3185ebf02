import type { Config } from '@netlify/functions';
import { listAuditLog } from '#server/audit-log/audit-log.ts';
import { page } from '#server/http/operation.ts';
import { resource } from '#server/http/resource.ts';
import { auditEntry } from '#shared/schemas/audit-log.ts';
import { pageQuery } from '#shared/schemas/lists.ts';

export default resource().get(
  '/api/audit-log',
  {
    access: 'owner',
    summary: 'Who changed what decides over money, contact and people, the latest first',
    query: pageQuery,
    returns: page(auditEntry),
  },
  ({ db, query }) => listAuditLog(db, query),
).handler;

export const config: Config = { path: '/api/audit-log' };
