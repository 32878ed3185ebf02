import { auditEntry } from '#domain/audit-log/contract.ts';
import { type Paging, readPage } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';

/** Who changed what decides over money, contact and people, the latest first. */
export function listAuditLog(db: ShopDatabase, paging: Paging) {
  const columns = 'id, created_at, actor_name, subject, before, after';
  return readPage(
    () =>
      db
        .from('audit_log')
        .select(columns, { count: 'exact' })
        .order('created_at', { ascending: false })
        .order('id', { ascending: false }),
    paging,
    auditEntry,
  );
}
