-- How many edits wait for a build, and when the last was made: a burst is let pass before the pages are built.

-- One row per transaction. Writers only ever add their own, so none of them waits for another.
create table shop.site_changes (
  transaction xid8 primary key default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp()
);

revoke all on shop.site_changes from public, anon, authenticated;
grant select, insert, delete on shop.site_changes to service_role;

-- Shares a lock on the waiting row until the change is committed. Else a build could claim the row before, read the shop without the change,
-- and leave no row that asks for another. The change is counted after that, so that the build which claims the row also takes the count with it.
create or replace function shop.mark_site_stale() returns trigger
language plpgsql set search_path = ''
as $$
begin
  loop
    perform 1 from public.site_builds b where b.status = 'pending' for share;
    exit when found;
    insert into public.site_builds default values on conflict (status) where status = 'pending' do nothing;
  end loop;
  insert into shop.site_changes default values on conflict (transaction) do nothing;
  return null;
end;
$$;
