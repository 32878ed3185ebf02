-- How a build ends: its pages are online, it failed, or it never began.

-- Takes when the pages now online began to be read from the catalogue. The running build has succeeded when it was claimed before that; pages that nobody
-- claimed a build for (a deploy of new code) are written down, too. The last hundred builds are kept.
create function public.settle_site_build(built_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.site_builds b set status = 'succeeded', finished_at = now(), built_at = settle_site_build.built_at
   where b.status = 'running' and b.started_at <= settle_site_build.built_at;
  if not found and not exists (select from public.site_builds b where b.status = 'succeeded' and b.built_at >= settle_site_build.built_at) then
    insert into public.site_builds (status, started_at, finished_at, built_at)
    values ('succeeded', settle_site_build.built_at, settle_site_build.built_at, settle_site_build.built_at);
  end if;
  delete from public.site_builds b
   where b.finished_at < (select o.finished_at from public.site_builds o where o.finished_at is not null order by o.finished_at desc offset 100 limit 1);
end;
$$;

-- The running build failed: what it was to bring online waits again.
create function public.fail_site_build() returns void
language plpgsql set search_path = ''
as $$
begin
  update public.site_builds b set status = 'failed', finished_at = now() where b.status = 'running';
  if found then
    perform shop.request_site_build();
  end if;
end;
$$;

-- Takes a claimed build that never began, because nobody could be asked to make it: it waits again, as if it had not been claimed.
create function public.release_site_build(build text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.site_builds b where b.id = build and b.status = 'running';
  if found then
    perform shop.request_site_build();
  end if;
end;
$$;

revoke execute on function public.settle_site_build, public.fail_site_build, public.release_site_build from public, anon, authenticated;
grant execute on function public.settle_site_build, public.fail_site_build, public.release_site_build to service_role;
