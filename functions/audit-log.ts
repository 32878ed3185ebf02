import type { Config } from '@netlify/functions';
import { auditEntry } from '#domain/audit-log/contract.ts';
import { pageQuery } from '#domain/lists.ts';
import { resource } from '#server/api/api.ts';
import { listAuditLog } from '#server/audit-log/audit-log.ts';
import { page } from '#server/http/operation.ts';

export default resource('Who changed what decides over money, contact and people.').get(
  '/api/audit-log',
  {
    access: 'staff',
    right: 'see_activity',
    summary: 'Who changed what decides over money, contact and people, the latest first',
    query: pageQuery,
    returns: page(auditEntry),
  },
  ({ db, query }) => listAuditLog(db, query),
).handler;

export const config: Config = { path: '/api/audit-log' };
