import * as z from 'zod';
import { defineList } from '#admin/kit/define-record.ts';
import { staffQuery } from '#admin/platform/staff-query.ts';
import { auditEntry, auditQuery, staffFigures } from '#domain/audit-log/contract.ts';
import type { Period } from '#domain/values.ts';

/** What the staff did. */
export const activity = defineList({ plural: 'activity', api: '/audit-log', schema: auditEntry, query: auditQuery });

export const figuresQuery = ({ startDate, endDate }: Period) =>
  staffQuery('/audit-log/figures', z.array(staffFigures), { startDate, endDate });

export const peopleQuery = staffQuery('/staff', z.array(z.looseObject({ id: z.string(), username: z.string() })));
