import type { Sql } from 'postgres';

/** One thing fewer that keeps visitors out. */
export interface Mutant {
  /** The statement that takes it away. */
  statement: string;
  kind: string;
  /** What the checks say of it, where they read it from a catalog: many of a kind are then seen with one look. */
  complaint: string | null;
}

/**
 * Every policy dropped or widened, every table's row level security switched off, and of every kind of right that visitors do not hold one for each relation
 * and function. Who gets it and what it is change from one to the next. Read from the catalogs.
 */
export async function accessMutants(owner: Sql): Promise<Mutant[]> {
  return owner<Mutant[]>`
    with grantees (name, holder, turn) as (values ('anon', 'anon', 0), ('authenticated', 'authenticated', 1), ('public', 'everybody', 2)),
    relations as (
      select c.oid, row_number() over (order by c.oid) as turn, c.relkind as kind, c.oid::regclass::text as name, c.relnamespace::regnamespace::text as schema,
             (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped limit 1) as column
        from pg_class c where c.relnamespace in ('public'::regnamespace, 'shop'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    ),
    functions as (
      select p.oid, row_number() over (order by p.oid) as turn, p.oid::regprocedure::text as name, p.oid::regproc::text as called, p.prosecdef, p.prosqlbody from pg_proc p
       where p.pronamespace in ('public'::regnamespace, 'shop'::regnamespace)
    ),
    held as (
      select c.oid, acl.grantee, acl.privilege_type as privilege from pg_class c cross join aclexplode(c.relacl) acl
      union all
      select p.oid, acl.grantee, acl.privilege_type from pg_proc p cross join aclexplode(p.proacl) acl
    ),
    policies as (
      select format('%I on %I.%I', policyname, schemaname, tablename) as name, qual, with_check from pg_policies
       where schemaname = 'public' or (schemaname, tablename) = ('storage', 'objects')
    )
    select 'a policy dropped' as kind, format('drop policy %s', name) as statement, null as complaint from policies
    union all
    select 'a policy that shows all', format('alter policy %s using (true)', name), null from policies where qual <> 'true'
    union all
    select 'a policy that takes all', format('alter policy %s with check (true)', name), null from policies where with_check <> 'true'
    union all
    select 'no row level security', format('alter table %s disable row level security', name), format('%s has no row level security', name)
      from relations where kind in ('r', 'p') and schema = 'public'
    union all
    select 'an owner’s view', format('alter view %s reset (security_invoker)', name), format('%s shows more than who asks may read', name)
      from relations where kind = 'v'
    union all
    select 'a right to a relation', format('grant %s on %s to %s', privilege, r.name, g.name), format('%s holds %s on %s', holder, upper(privilege), r.name)
      from relations r cross join grantees g
     cross join unnest(case r.kind when 'S' then '{usage,select,update}' else '{select,insert,update,delete,truncate,references,trigger}' end::text[])
                with ordinality as p (privilege, turn)
     where (r.turn + g.turn + p.turn) % case r.kind when 'S' then 3 else 7 end = 0 and not exists (select from held h where h.oid = r.oid and h.privilege = upper(privilege) and h.grantee = coalesce(to_regrole(g.name), 0))
    union all
    select 'a right to a column', format('grant %s (%I) on %s to %s', privilege, r."column", r.name, g.name),
           format('%s holds %s on column %s.%s', holder, upper(privilege), r.name, r."column")
      from relations r cross join grantees g
     cross join unnest('{select,insert,update,references}'::text[]) with ordinality as p (privilege, turn)
     where r.kind <> 'S' and (r.turn + g.turn + p.turn) % 4 = 0
    union all
    select 'a right taken', format('revoke select on %s from %s', r.name, g.name), format('not so: %s holds SELECT on %s', holder, r.name)
      from relations r cross join grantees g
      join held h on h.oid = r.oid and h.privilege = 'SELECT' and h.grantee = to_regrole(g.name)
    union all
    select 'a right to a function', format('grant execute on function %s to %s', f.name, g.name), format('%s holds EXECUTE of %s', holder, f.called)
      from functions f cross join grantees g
     where (f.turn + g.turn) % 3 = 0 and not exists (select from held h where h.oid = f.oid and h.grantee = coalesce(to_regrole(g.name), 0))
    union all
    select 'an owner’s function', format('alter function %s security definer', name), format('%s runs with its owner''s rights', called)
      from functions where turn % 2 = 0 and not prosecdef
    union all
    select 'a function with a search path', format('alter function %s reset search_path', name), format('%s does not say where it looks names up', called)
      from functions where turn % 2 = 1 and prosqlbody is null
    union all
    select 'the schema', format('grant usage on schema shop to %s', name), null from grantees
    union all
    select 'making things', format('grant create on schema %s to %s', s, g.name), null from grantees g cross join unnest('{public,shop}'::text[]) s
    union all
    select 'new tables', format('alter default privileges in schema shop grant select on tables to %s', name), null from grantees
    union all
    select 'new functions', format('alter default privileges grant execute on functions to %s', name), null from grantees
    union all
    select 'the server’s role', format('grant service_role to %s', name), null from grantees where name <> 'public'`;
}
