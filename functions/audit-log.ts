import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { auditEntry, auditQuery, figuresQuery, ownAuditQuery, staffFigures } from '#domain/audit-log/contract.ts';
import { resource } from '#server/api/api.ts';
import { listActivity, listFigures } from '#server/audit-log/audit-log.ts';
import { page } from '#server/http/operation.ts';

export default resource('Who of the staff did what, kept for two years.')
  .get(
    '/api/audit-log',
    {
      access: 'staff',
      right: 'see_activity',
      summary: 'What the staff did, and what was refused to them, the latest first',
      query: auditQuery,
      returns: page(auditEntry),
    },
    ({ db, query, staff }) => listActivity(db, staff.id, query),
  )
  .get(
    '/api/audit-log/mine',
    {
      access: 'staff',
      right: 'none',
      summary: 'What you did yourself, the latest first',
      query: ownAuditQuery,
      returns: page(auditEntry),
    },
    ({ db, query, staff }) => listActivity(db, staff.id, { ...query, person: staff.id }),
  )
  .get(
    '/api/audit-log/figures',
    {
      access: 'staff',
      right: 'see_activity',
      summary:
        'What each of the staff confirmed and packed, and how much of it came back; the last 30 days unless others are named',
      query: figuresQuery,
      returns: z.array(staffFigures),
    },
    ({ db, query, staff }) => listFigures(db, staff.id, null, query),
  )
  .get(
    '/api/audit-log/figures/mine',
    {
      access: 'staff',
      right: 'none',
      summary: 'What you confirmed and packed yourself; the last 30 days unless others are named',
      query: figuresQuery,
      returns: z.array(staffFigures),
    },
    ({ db, query, staff }) => listFigures(db, staff.id, staff.id, query),
  ).handler;

export const config: Config = { path: ['/api/audit-log', '/api/audit-log/*'] };
