-- What the owner changes without a developer: name, contact, delivery rule, the words of the pages. Pages, carts, orders and mails read the
-- same row. Its groups and their limits are `settings` of the API; a value that is not in the row is as the shop came.

-- What of the row money depends on, refused here whoever writes it.
create function shop.is_delivery_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'freeFrom') = 'number' and jsonb_typeof(rule -> 'fee') = 'number'
              then (rule ->> 'freeFrom')::numeric >= 0 and (rule ->> 'fee')::numeric >= 0
              else false end;
$$;

create table public.shop_settings (
  id boolean primary key default true,
  content jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  constraint shop_settings_one_row check (id),
  constraint shop_settings_content_object check (jsonb_typeof(content) = 'object'),
  constraint shop_settings_delivery_valid check (not content ? 'delivery' or shop.is_delivery_rule(content -> 'delivery'))
);

insert into public.shop_settings default values;

alter table public.shop_settings enable row level security;
revoke all on public.shop_settings from anon, authenticated;
-- The build reads it, and everything in it stands on the pages.
grant select on public.shop_settings to anon, authenticated;
create policy "everyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
grant select, insert, update on public.shop_settings to service_role;

create trigger shop_settings_touch before update on public.shop_settings for each row execute function shop.touch_updated_at();
create trigger shop_settings_rebuild_site_new after insert or delete on public.shop_settings
  for each row execute function shop.mark_site_stale();
create trigger shop_settings_rebuild_site after update on public.shop_settings
  for each row when (old.content is distinct from new.content) execute function shop.mark_site_stale();

-- Replaces whole groups of settings, the others stay. Takes the groups, and the version the editor saw or null.
-- Returns {content, updated_at}. Refuses 409 `edited_meanwhile`.
create function public.change_settings(groups jsonb, seen timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  current public.shop_settings;
begin
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, seen);
  update public.shop_settings s set content = s.content || groups where s.id returning * into current;
  return jsonb_build_object('content', current.content, 'updated_at', current.updated_at);
end;
$$;

grant execute on all functions in schema shop to service_role;
revoke execute on function public.change_settings from public, anon, authenticated;
grant execute on function public.change_settings to service_role;
