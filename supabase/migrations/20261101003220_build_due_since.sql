-- A build that is due and does not come is told apart from one that has just become due: the screen can say since when it should have been there.

-- As before, and it is due from now on, however long it has waited.
create or replace function public.ask_for_site_build() returns void
language sql set search_path = ''
as $$
  insert into public.site_builds (asked_for) values (true)
  on conflict (status) where status = 'pending' do update set asked_for = true, requested_at = now();
$$;

-- As before, but `due_at` may be in the past: since then what waits may be built.
create or replace function public.site_build_status() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'built_at', (select max(b.built_at) from public.site_builds b where b.status = 'succeeded'),
    'running_since', (select b.started_at from public.site_builds b where b.status = 'running'),
    'changes', (select count(*) from shop.site_changes),
    'due_at', (select case when wait.seconds = 0 then b.requested_at else clock_timestamp() + make_interval(secs => wait.seconds) end
                 from public.site_builds b cross join lateral (select shop.seconds_to_build()::double precision as seconds) wait
                where b.status = 'pending'),
    'failed_at', (select max(f.finished_at) from public.site_builds f
                   where f.status = 'failed'
                     and f.finished_at > coalesce((select max(s.finished_at) from public.site_builds s where s.status = 'succeeded'), '-infinity'))
  );
$$;
