import * as z from 'zod';
import { deviceName } from '#domain/accounts/device-name.ts';
import { type AuditQuery, auditEntry, staffFigures } from '#domain/audit-log/contract.ts';
import type { Page } from '#domain/lists.ts';
import type { Period } from '#domain/values.ts';
import { callFunction, callPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

const stored = auditEntry.omit({ device: true }).extend({ userAgent: z.string() });

/** What the staff did, the latest first. Takes who looks: without the right to see everybody's, `person` has to be they. @throws ApiError `owner_only` */
export async function listActivity(
  db: ShopDatabase,
  viewer: string,
  { person, kind, record, startDate, endDate, ...paging }: AuditQuery,
): Promise<Page<z.infer<typeof auditEntry>>> {
  const filters = { person: person ?? null, kind: kind ?? null, record: record ?? null };
  const args = { viewer, ...filters, from_day: startDate ?? null, to_day: endDate ?? null };
  const { items, pagination } = await callPage(db, 'list_activity', args, paging, stored);
  return {
    items: items.map(({ userAgent, ...entry }) => ({ ...entry, device: userAgent && deviceName(userAgent) })),
    pagination,
  };
}

const counted = z.array(staffFigures.omit({ returnRate: true }));

/** What each of the staff confirmed and packed. Takes who looks, whose (null: everybody's), and the days. @throws ApiError `owner_only` */
export async function listFigures(db: ShopDatabase, viewer: string, person: string | null, { startDate, endDate }: Period) {
  const args = { viewer, person, from_day: startDate ?? null, to_day: endDate ?? null };
  const figures = await callFunction(db, 'staff_figures', args, counted);
  return figures.map(({ delivered, returned, ...rest }) => ({
    ...rest,
    delivered,
    returned,
    returnRate: delivered + returned > 0 ? Math.round((100 * returned) / (delivered + returned)) : null,
  }));
}
