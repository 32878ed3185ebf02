import * as z from 'zod';
import { DEMO_RETURN_ADDRESS, DEMO_SETTINGS } from '#domain/settings/demo.ts';
import type { Colleague } from '#local/staff/demo-team.ts';
import type { DatabaseAdmin } from '#scripts/backup/database-admin.ts';
import { removePhotos } from '#scripts/backup/photos.ts';
import { NOT_SAVED, tablesOf } from '#scripts/backup/rows.ts';

/** What an empty shop keeps: settings, staff, their roles and their sign-in, limits, and what is watched. Every other table is emptied, including tables added later. */
const KEPT = [
  'public.shop_settings',
  'public.limits',
  'public.shown_contacts',
  'public.conditions',
  'public.confirmation_rules',
  'public.bank_accounts',
  'public.ledger_account_names',
  'public.return_address',
  'public.couriers',
  'public.courier_cities',
  'public.courier_charges',
  'public.courier_taxes',
  'public.courier_labels',
  'public.parcel_weights',
  'public.ready_texts',
  'public.staff',
  'public.staff_roles',
  'public.staff_invitations',
  'public.staff_second_factors',
  'public.staff_recovery_codes',
  'public.staff_policy',
  'public.staff_sessions',
  'public.foreign_passwords',
  'public.push_devices',
  'public.sign_in_limits',
  'public.sign_in_devices',
];

/** How much a shop holds, and how much of it people added: the demo's catalogue and history do not count. */
export interface Contents {
  products: number;
  orders: number;
  ownProducts: number;
  ownOrders: number;
}

const contents = z.object({ products: z.int(), orders: z.int(), ownProducts: z.int(), ownOrders: z.int() });

/** Counts what `clearShop` would delete. */
export async function countContents(admin: DatabaseAdmin): Promise<Contents> {
  const [counted] = await admin.sql(`
    select (select count(*)::integer from public.products) as products,
           (select count(*)::integer from public.orders) as orders,
           (select count(*)::integer from public.products p where p.id not like '68f0a1%') as "ownProducts",
           (select count(*)::integer from public.orders o where coalesce(o.idempotency_key, '') not like 'demo-%') as "ownOrders"`);
  return contents.parse(counted);
}

/**
 * Deletes products, orders, and whatever belongs to them or was written by customers, with the uploaded photos and the accounts of shoppers, in one
 * transaction; numbers begin anew. Keeps settings but for what the demo claims, staff but for the demo's team and, if wished, categories with their photos.
 */
export async function clearShop(
  admin: DatabaseAdmin,
  { keepCategories, team }: { keepCategories: boolean; team: Colleague[] },
): Promise<void> {
  const kept = [...KEPT, ...(keepCategories ? ['public.categories', 'public.photos'] : [])];
  const tables = [...(await tablesOf(admin)), ...NOT_SAVED].filter((name) => !name.startsWith('auth.') && !kept.includes(name));
  let photos: string[];
  await admin.sql('begin');
  try {
    photos = await photosToRemove(admin, keepCategories);
    // The ledger refuses to lose rows: triggers and foreign keys are off until the end of this transaction.
    await admin.sql('set local session_replication_role = replica');
    await admin.sql(`truncate ${tables.join(', ')} restart identity`);
    await admin.sql(
      `delete from public.photos p where p.folder || '/' || p.name in (${photos.map(quoted).join(', ') || 'null'})`,
    );
    // A shop of its own claims what it counts, and publishes what its own customers said.
    for (const [group, demo] of Object.entries(DEMO_SETTINGS)) {
      await admin.sql(
        `update public.shop_settings s set content = s.content - '${group}' where s.content -> '${group}' = ${quoted(JSON.stringify(demo))}::jsonb`,
      );
    }
    await admin.sql(
      `update public.return_address a set recipient = '', phone = '', address = '', city = '' where a.address = ${quoted(DEMO_RETURN_ADDRESS.address)}`,
    );
    await admin.sql('set local session_replication_role = origin');
    // With what they serve and charge, by the foreign keys.
    await admin.sql(`delete from public.couriers c where c.id like '68f0a1%'`);
    await admin.sql(
      `delete from public.staff s where s.email in (${team.map(({ email }) => quoted(email)).join(', ') || 'null'})`,
    );
    await admin.sql('delete from auth.users u where not exists (select from public.staff s where s.id = u.id)');
    for (const counter of ['order_numbers', 'shipment_numbers', 'purchase_order_numbers', 'product_numbers']) {
      await admin.sql(`alter sequence shop.${counter} restart`);
    }
    // The pages show the old content.
    await admin.sql("insert into public.site_builds (status) values ('pending')");
    await admin.sql('commit');
  } catch (error) {
    await admin.sql('rollback').catch(() => {});
    throw error;
  }
  // If interrupted here, unused files remain.
  await removePhotos(admin, photos);
}

/** The uploaded photos that the empty shop no longer shows, by their paths. */
async function photosToRemove(admin: DatabaseAdmin, keepCategories: boolean): Promise<string[]> {
  const rows = await admin.sql(`
    select p.folder || '/' || p.name as path from public.photos p
     where not (${keepCategories} and exists (
       select from public.categories c where right(c.image, length(p.folder || p.name) + 2) = '/' || p.folder || '/' || p.name))`);
  return z
    .array(z.object({ path: z.string() }))
    .parse(rows)
    .map(({ path }) => path);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
