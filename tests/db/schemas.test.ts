import { expect, test } from 'vitest';
import { compareCatalogs, readCatalog } from '#scripts/db/catalog.ts';
import { generateDiff } from '#scripts/db/generate-diff.ts';
import { findSupabaseCli } from '#scripts/db/supabase-cli.ts';
import type { RealPostgres } from '#tests/setup/stack/real-postgres.ts';
import { testPostgres } from '#tests/setup/stack/test-postgres.ts';

const [migrated, described] = await Promise.all([testPostgres(), testPostgres({ from: 'schemas' })]);

test('the migrations make the database that the schema files describe: else run `npm run db:diff -- <name>`', async () => {
  const catalog = await readCatalog(migrated.owner);
  expect(catalog.size).toBeGreaterThan(1_000);
  expect(compareCatalogs(catalog, await readCatalog(described.owner))).toEqual([]);
});

test.skipIf(!findSupabaseCli())(
  'Supabase’s command line finds no difference either',
  async () => {
    expect(await generateDiff(migrated.address, described.address)).toBe('');
  },
  120_000,
);

test('both databases hold the same rows', async () => {
  const rowsOf = ({ owner }: RealPostgres) => owner`
    select 'settings' as table_name, to_jsonb(s) - 'updated_at' as row from public.shop_settings s
    union all select 'policy', to_jsonb(p) from public.staff_policy p
    union all select 'bucket', to_jsonb(b) - '{created_at,updated_at}'::text[] from storage.buckets b`;
  expect(await rowsOf(migrated)).toHaveLength(5);
  expect(await rowsOf(migrated)).toEqual(await rowsOf(described));
});

const CHANGES: [change: string, found: string][] = [
  ['alter table public.products add column surplus integer', '+ column public.products.surplus'],
  ['alter table public.products alter column material drop default', '≠ column public.products.material'],
  [
    'alter table public.products drop constraint products_price_positive',
    '- constraint products_price_positive of public.products',
  ],
  ['drop index public.orders_by_total', '- index public.orders_by_total'],
  ['alter function shop.day_of(timestamptz) volatile', '≠ function shop.day_of(timestamp with time zone)'],
  ["alter function shop.new_id() set search_path = 'public'", '≠ function shop.new_id()'],
  ['alter table public.orders disable trigger orders_before', '≠ trigger orders_before of public.orders'],
  [
    'drop policy "everyone reads the settings" on public.shop_settings',
    '- policy "everyone reads the settings" on public.shop_settings',
  ],
  [
    'drop policy "Photos are written by the server alone" on storage.objects',
    '- policy "Photos are written by the server alone" on storage.objects',
  ],
  ['alter table public.staff disable row level security', '≠ relation public.staff'],
  ['grant select on public.orders to anon', '+ privileges of anon on relation public.orders'],
  ['grant execute on function public.order_stats to public', '+ privileges of - on function public.order_stats()'],
  ['revoke usage on schema shop from service_role', '- privileges of service_role on schema shop'],
  [
    'alter default privileges in schema shop grant select on tables to anon',
    '+ privileges of anon on whatever postgres r in shop',
  ],
  ["alter type shop.order_status add value 'lost'", '≠ enum shop.order_status'],
  ['alter sequence shop.order_numbers increment 2', '≠ sequence shop.order_numbers'],
  ["comment on table public.orders is 'changed'", '+ comment on table public.orders'],
];

test.each(CHANGES)('the comparison notices: %s', async (change, found) => {
  const before = await readCatalog(described.owner);
  const changed = await described.owner
    .begin(async (transaction) => {
      await transaction.unsafe(change);
      throw compareCatalogs(before, await readCatalog(transaction));
    })
    .catch((differences: string[]) => differences);
  expect(changed.map((difference) => difference.split(':\n')[0])).toEqual([found]);
});
