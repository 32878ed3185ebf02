import type postgres from 'postgres';

/** Every object of a database by its name, with its definition. Two databases with the same catalog behave alike. */
export type Catalog = Map<string, string>;

/**
 * What Postgres knows of the shop's schemas. Left out is the order of a table's columns: a migration can only add them at the end, a schema file has them
 * where they are read best. So are the names that Postgres 18 gives to not-null constraints: a renamed column keeps its old one.
 */
const OBJECTS = `
  with mine as (
    select oid, nspname from pg_namespace where nspname in ('public', 'shop')
  ), privileges as (
    select 'schema ' || n.nspname as object, a.* from pg_namespace n, aclexplode(n.nspacl) a where n.oid in (select oid from mine)
    union all
    select 'relation ' || c.oid::regclass, a.* from pg_class c, aclexplode(c.relacl) a where c.relnamespace in (select oid from mine)
    union all
    select 'function ' || p.oid::regprocedure, a.* from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
     where p.pronamespace in (select oid from mine)
    union all
    select 'type ' || format_type(t.oid, null), a.* from pg_type t, aclexplode(t.typacl) a where t.typnamespace in (select oid from mine)
    union all
    select format('whatever %s %s in %s', d.defaclrole::regrole, d.defaclobjtype, coalesce(n.nspname, 'any schema')), a.*
      from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace, aclexplode(d.defaclacl) a
  )
  select 'relation ' || c.oid::regclass as name,
         concat_ws(' ', c.relkind, c.relpersistence, c.reloptions, c.relrowsecurity, c.relforcerowsecurity, pg_get_viewdef(c.oid)) as definition
    from pg_class c where c.relnamespace in (select oid from mine) and c.relkind in ('r', 'p', 'v', 'm', 'S', 'c')
  union all
  select format('column %s.%s', a.attrelid::regclass, a.attname),
         concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity, a.attcollation::regcollation,
                   pg_get_expr(d.adbin, d.adrelid))
    from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relnamespace in (select oid from mine) and c.relkind in ('r', 'p', 'c') and a.attnum > 0 and not a.attisdropped
  union all
  select format('constraint %s of %s', c.conname, c.conrelid::regclass), concat_ws(' ', pg_get_constraintdef(c.oid), c.convalidated)
    from pg_constraint c where c.connamespace in (select oid from mine) and c.contype <> 'n'
  union all
  select 'index ' || c.oid::regclass, pg_get_indexdef(c.oid)
    from pg_class c where c.relnamespace in (select oid from mine) and c.relkind = 'i'
  union all
  select 'function ' || p.oid::regprocedure, pg_get_functiondef(p.oid)
    from pg_proc p where p.pronamespace in (select oid from mine) and p.prokind in ('f', 'p')
  union all
  select format('trigger %s of %s', t.tgname, t.tgrelid::regclass), concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where not t.tgisinternal and c.relnamespace in (select oid from mine)
  union all
  select format('policy "%s" on %I.%I', policyname, schemaname, tablename), concat_ws(' ', permissive, roles, cmd, qual, with_check) from pg_policies
  union all
  select 'enum ' || t.oid::regtype, string_agg(e.enumlabel, ', ' order by e.enumsortorder)
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace in (select oid from mine) group by t.oid
  union all
  select 'sequence ' || s.seqrelid::regclass, concat_ws(' ', s.seqtypid::regtype, s.seqstart, s.seqincrement, s.seqmin, s.seqmax, s.seqcache, s.seqcycle)
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace in (select oid from mine)
  union all
  select 'extension ' || e.extname, n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
  union all
  select 'settings of role ' || rolname, rolconfig::text from pg_roles where rolname !~ '^pg_' and rolconfig is not null
  union all
  select 'comment on ' || pg_describe_object(d.classoid, d.objoid, d.objsubid), d.description
    from pg_description d where pg_describe_object(d.classoid, d.objoid, d.objsubid) ~ '(public|shop)\\.'
  union all
  select format('privileges of %s on %s', grantee::regrole, object), string_agg(privilege_type || case when is_grantable then '*' else '' end, ', '
           order by privilege_type)
    from privileges group by grantee, object`;

/** Reads the catalog of a database, on a single connection or in a transaction. */
export async function readCatalog(sql: postgres.Sql | postgres.TransactionSql): Promise<Catalog> {
  // Without a search path Postgres writes every name with its schema.
  await sql`set search_path = ''`;
  const rows = await sql.unsafe<{ name: string; definition: string | null }[]>(OBJECTS);
  await sql`reset search_path`;
  return new Map(rows.map(({ name, definition }) => [name, definition ?? '']));
}

/** What differs between two catalogs, a line for each object. */
export function compareCatalogs(one: Catalog, other: Catalog): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].toSorted().flatMap((name) => {
    const [first, second] = [one.get(name), other.get(name)];
    if (first === second) return [];
    if (second === undefined) return [`- ${name}`];
    if (first === undefined) return [`+ ${name}`];
    return [`≠ ${name}:\n  ${first}\n  ${second}`];
  });
}
