import type { Sql } from 'postgres';
import {
  PUBLIC_CATALOGUE,
  PUBLIC_FUNCTIONS,
  SHOWN_ROWS,
  TRUSTED_FUNCTIONS,
} from '#tests/setup/every-operation/public-catalogue.ts';

/**
 * Every way in which visitors could get at more than the catalogue. Each check gives what is wrong, in words, and reads the database's own catalogs, so
 * that whatever is added later is covered. The second changes the database on its way: run it in a transaction that is rolled back.
 */
export const ACCESS_CHECKS: ((owner: Sql) => Promise<string[]>)[] = [
  async (owner) => [...(await wrongRights(owner)), ...(await looseDefinitions(owner))],
  reachedRows,
];

const VISITORS = ['anon', 'authenticated'];

/**
 * The functions that run with the owner's rights. The server alone may call the last three: one tells the doctor of the migrations, one finds the account
 * of an address, one that of a session.
 */
const OWNERS_RIGHTS = [...TRUSTED_FUNCTIONS, 'project_report', 'account_of', 'shopper_of_token'];

/** The same of functions that only the database calls: the audit log, in which the server itself can write nothing, and what follows a new password at Auth. */
const OWNERS_RIGHTS_INSIDE = ['add_to_audit_log', 'purge_audit_log', 'after_new_password'];

/** Whatever visitors hold, directly, as members of a role or as everybody does, that is not the catalogue's; and what of the catalogue they lack. */
async function wrongRights(owner: Sql): Promise<string[]> {
  const rows = await owner<{ right: string }[]>`
    with grants (grantee, granted) as (
      select acl.grantee, format('%s on %s', acl.privilege_type, c.oid::regclass)
        from pg_class c
       cross join aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) acl
       where c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all
      select acl.grantee, format('%s on column %s.%s', acl.privilege_type, c.oid::regclass, a.attname)
        from pg_attribute a join pg_class c on c.oid = a.attrelid cross join aclexplode(a.attacl) acl
       where c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace)
      union all
      select acl.grantee, format('%s of %s', acl.privilege_type, p.oid::regproc)
        from pg_proc p cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
       where p.pronamespace in ('public'::regnamespace, 'shop'::regnamespace)
      union all
      select acl.grantee, format('%s of schema %s', acl.privilege_type, n.nspname)
        from pg_namespace n cross join aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) acl
       where n.nspname in ('public', 'shop')
      union all
      select acl.grantee, format('%s of what will be made in %s', acl.privilege_type, coalesce(n.nspname, 'any schema'))
        from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace cross join aclexplode(d.defaclacl) acl
       where d.defaclrole = 'postgres'::regrole and n.nspname is distinct from 'public'
      union all
      select m.member, format('all that %s may', m.roleid::regrole) from pg_auth_members m
      union all
      select 0, 'EXECUTE of what will be made in any schema'
       where not exists (select from pg_default_acl d where d.defaclrole = 'postgres'::regrole and d.defaclnamespace = 0 and d.defaclobjtype = 'f')
    )
    select case grantee when 0 then 'everybody' else grantee::regrole::text end || ' holds ' || granted as right
      from grants where grantee in (0, 'anon'::regrole, 'authenticated'::regrole)
     group by 1`;
  const held = rows.map(({ right }) => right);
  const meant = [
    'everybody holds USAGE of schema public',
    ...VISITORS.flatMap((visitor) => [
      `${visitor} holds USAGE of schema public`,
      ...PUBLIC_CATALOGUE.map((table) => `${visitor} holds SELECT on ${table}`),
      ...PUBLIC_FUNCTIONS.map((name) => `${visitor} holds EXECUTE of ${name}`),
    ]),
  ];
  const plain = (right: string) => right.replace(/ public\./, ' ');
  return [
    ...held.filter((right) => !meant.includes(plain(right))),
    ...meant.filter((right) => !held.map(plain).includes(right)).map((right) => `not so: ${right}`),
  ];
}

/** Tables without row level security, views and functions with rights of their owner, functions whose names somebody else could define. */
async function looseDefinitions(owner: Sql): Promise<string[]> {
  const rows = await owner<{ fault: string }[]>`
    select format('%s has no row level security', c.oid::regclass) as fault from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
    union all
    select format('%s shows more than who asks may read', c.oid::regclass) from pg_class c
     where c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and c.relkind in ('v', 'm')
       and not coalesce('security_invoker=true' = any (c.reloptions), false)
    union all
    select format('%s runs with its owner''s rights', p.oid::regproc) from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'shop'::regnamespace) and p.prosecdef
       and not (p.pronamespace = 'public'::regnamespace and p.proname = any (${OWNERS_RIGHTS}))
       and not (p.pronamespace = 'shop'::regnamespace and p.proname = any (${OWNERS_RIGHTS_INSIDE}))
    union all
    select format('%s does not say where it looks names up', p.oid::regproc) from pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'shop'::regnamespace) and p.prosqlbody is null and not coalesce('search_path=""' = any (p.proconfig), false)
    union all
    select format('%s may pass row level security', rolname) from pg_roles
     where rolname = any (${VISITORS}) and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)`;
  return rows.map(({ fault }) => fault);
}

/**
 * The rows that visitors get at. Every privilege is granted to them first, as the embedded stack does and older projects did, and a policy of Storage's that
 * lets them do everything is added: row level security alone holds them. Wants a shop with rows of each kind, hidden ones, too.
 */
async function reachedRows(owner: Sql): Promise<string[]> {
  const faults: string[] = [];
  const relations = await owner<{ name: string; kind: string; column: string }[]>`
    select c.relname as name, c.relkind as kind,
           (select quote_ident(a.attname) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and a.attgenerated = '' and a.attidentity = '' order by a.attnum limit 1) as column
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`;
  const wanted = await Promise.all(
    Object.entries(SHOWN_ROWS).map(async ([table, shown]) => ({
      table,
      rows: (await owner.unsafe(`select * from public.${table} where ${shown}`)).count,
      hidden: `select 1 from public.${table} where not (${shown})`,
    })),
  );
  const reached = (statement: string) => rowsReached(owner, statement);
  await owner.unsafe(`
    grant all on all tables in schema public to anon, authenticated;
    grant usage on schema shop to anon, authenticated;
    grant execute on all functions in schema shop to anon, authenticated;
    create policy "Everybody may do everything" on storage.objects for all to anon, authenticated using (true) with check (true);
    insert into storage.buckets (id, name) values ('scrapbook', 'scrapbook');
    insert into storage.objects (bucket_id, name) values ('photos', 'products/a.webp'), ('transfer-photos', 'transfer.webp'), ('parcels', 'parcel.webp'), ('scrapbook', 'a.webp')`);

  for (const visitor of VISITORS) {
    await owner.unsafe(`set local role ${visitor}`);
    for (const { table, rows, hidden } of wanted) {
      if (rows === 0 || (await reached(`select 1 from public.${table}`)) !== rows)
        faults.push(`${visitor} does not see all of ${table}`);
      if ((await reached(hidden)) > 0) faults.push(`${visitor} sees hidden rows of ${table}`);
    }
    const sold = await owner`select archived_at from public.bestselling_products()`;
    if (sold.length === 0 || sold.some((product) => product.archived_at)) faults.push(`${visitor} does not get what sells best`);

    for (const { name, kind, column } of relations) {
      const attempts = [
        ...(PUBLIC_CATALOGUE.includes(name) ? [] : [`select 1 from public.${name}`]),
        ...(kind === 'r'
          ? [`update public.${name} set ${column} = ${column} where true`, `delete from public.${name} where true`]
          : []),
      ];
      for (const attempt of attempts) if ((await reached(attempt)) > 0) faults.push(`${visitor} may ${attempt}`);
      if (kind === 'r' && !(await isRefused(owner, `insert into public.${name} default values`)))
        faults.push(`${visitor} writes ${name}`);
    }

    for (const attempt of [
      ...['photos', 'transfer-photos', 'parcels'].flatMap((bucket) => [
        `select 1 from storage.objects where bucket_id = '${bucket}'`,
        `update storage.objects set name = 'x' where bucket_id = '${bucket}'`,
        `update storage.objects set bucket_id = '${bucket}' where bucket_id = 'scrapbook'`,
        `delete from storage.objects where bucket_id = '${bucket}'`,
        `insert into storage.objects (bucket_id, name) values ('${bucket}', '${visitor}.webp')`,
      ]),
      `select 1 from storage.buckets`,
      `update storage.buckets set public = true where true`,
      `delete from storage.buckets where true`,
      `insert into storage.buckets (id, name) values ('${visitor}', '${visitor}')`,
    ])
      if ((await reached(attempt)) > 0) faults.push(`${visitor} may ${attempt}`);
    await owner`reset role`;
  }
  return faults;
}

const NOT_ALLOWED = '42501';

/** How many rows a statement reaches: none when it is refused. Nothing of it stays. */
async function rowsReached(owner: Sql, statement: string): Promise<number> {
  const outcome = await undone(owner, statement);
  if (typeof outcome === 'number') return outcome;
  if (outcome.code !== NOT_ALLOWED) throw outcome;
  return 0;
}

/** Whether a statement is refused for lack of a right, before its values are looked at. */
async function isRefused(owner: Sql, statement: string): Promise<boolean> {
  const outcome = await undone(owner, statement);
  return typeof outcome !== 'number' && outcome.code === NOT_ALLOWED;
}

async function undone(owner: Sql, statement: string): Promise<number | (Error & { code?: string })> {
  await owner`savepoint untouched`;
  try {
    return (await owner.unsafe(statement)).count;
  } catch (error) {
    return error as Error;
  } finally {
    await owner`rollback to untouched`;
  }
}
