-- What `npm run doctor` has to know of a project and the Data API does not tell: what was migrated, and what is left unprotected.

-- Returns {migrations: versions applied, open: tables of the API's schema without row level security}. Only the server's key may ask.
create function public.project_report() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'open', (select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
               from pg_catalog.pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity)
  );
end;
$$;

revoke execute on function public.project_report from public, anon, authenticated;
grant execute on function public.project_report to service_role;
