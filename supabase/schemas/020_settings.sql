-- What the owner changes without a developer: name, contact, delivery rule, texts of the pages. Pages, carts, orders and mails read the same row.
-- Groups and limits are the schema `settings` of the API; a group that is missing here has its default (src/domain/settings/defaults.ts).

-- Whether a value is a delivery rule {freeFrom, fee}, in rupees. Orders are charged by it, so the database checks it, too.
create function shop.is_delivery_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'freeFrom') = 'number' and jsonb_typeof(rule -> 'fee') = 'number'
              then (rule ->> 'freeFrom')::numeric >= 0 and (rule ->> 'fee')::numeric >= 0
              else false end;
$$;

-- Whether a value is a rule for builds: {"rebuild": "at_once" | "interval" | "nightly", "minutes": 5 to 1440, "hour": 0 to 23 in Pakistan}.
-- `shop.collected_at` reads it; one that it cannot read would end all building.
create function shop.is_rebuild_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'minutes') = 'number' and jsonb_typeof(rule -> 'hour') = 'number'
              then coalesce(rule ->> 'rebuild' in ('at_once', 'interval', 'nightly'), false)
                   and (rule ->> 'minutes')::numeric between 5 and 1440 and (rule ->> 'minutes')::numeric % 1 = 0
                   and (rule ->> 'hour')::numeric between 0 and 23 and (rule ->> 'hour')::numeric % 1 = 0
              else false end;
$$;

-- Whether a value is a rule for mails that ask for reviews: {"isOn": boolean, "days": 1 to 60 after the delivery}. `queue_review_mails` reads it.
create function shop.is_review_mail_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'isOn') = 'boolean' and jsonb_typeof(rule -> 'days') = 'number'
              then (rule ->> 'days')::numeric between 1 and 60 and (rule ->> 'days')::numeric % 1 = 0
              else false end;
$$;

-- Whether a value is a policy of returns: {"days": 1 to 365, "evidence": [kinds], "shopPays": [kinds], "excludesReduced": boolean, "outcomes": [at least one]};
-- what is missing has its default. `shop.return_policy` reads it.
create function shop.is_return_policy(policy jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(policy -> 'days') = 'number'
              then (policy ->> 'days')::numeric between 1 and 365 and (policy ->> 'days')::numeric % 1 = 0
                   and coalesce(policy -> 'evidence', '[]') <@ '["return", "exchange", "claim"]' and coalesce(policy -> 'shopPays', '[]') <@ '["return", "exchange", "claim"]'
                   and coalesce(jsonb_typeof(policy -> 'excludesReduced'), 'boolean') = 'boolean'
                   and coalesce(policy -> 'outcomes' <@ '["transfer", "store_credit", "exchange"]' and policy -> 'outcomes' <> '[]', true)
              else false end;
$$;

create table public.shop_settings (
  id boolean primary key default true,
  content jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  constraint shop_settings_one_row check (id),
  constraint shop_settings_content_object check (jsonb_typeof(content) = 'object'),
  constraint shop_settings_delivery_valid check (not content ? 'delivery' or shop.is_delivery_rule(content -> 'delivery')),
  constraint shop_settings_pages_valid check (not content ? 'pages' or shop.is_rebuild_rule(content -> 'pages')),
  constraint shop_settings_returns_valid check (not content ? 'returns' or shop.is_return_policy(content -> 'returns')),
  constraint shop_settings_review_mails_valid check (not content ? 'reviewMails' or shop.is_review_mail_rule(content -> 'reviewMails'))
);

insert into public.shop_settings default values;

create trigger shop_settings_touched before update on public.shop_settings for each row execute function shop.touch_updated_at();
create trigger shop_settings_rebuild_site_new after insert or delete on public.shop_settings
  for each row execute function shop.mark_site_stale();
-- No page shows the rules for builds and for mails.
create trigger shop_settings_rebuild_site after update on public.shop_settings
  for each row when ((old.content - 'pages' - 'reviewMails') is distinct from (new.content - 'pages' - 'reviewMails')) execute function shop.mark_site_stale();

alter table public.shop_settings enable row level security;
-- The build reads it with the public key, and everything in it is on the pages.
create policy "everyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
grant select on public.shop_settings to anon, authenticated;
grant select, insert, update on public.shop_settings to service_role;

-- Trigger: every group of settings that changes is noted in the audit log; what owners keep, and what searches mean, also when the command line writes it.
create function shop.note_kept_settings() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- What groups have that were never changed, where the caller says so.
  defaults constant jsonb := coalesce(nullif(current_setting('shop.setting_defaults', true), ''), '{}')::jsonb;
  kept text;
begin
  for kept in select jsonb_object_keys(coalesce(old.content, '{}') || coalesce(new.content, '{}')) loop
    -- The command line is noted where owners decide; all others always.
    continue when shop.acting() is null and kept not in ('contact', 'delivery', 'payment', 'search');
    perform shop.write_audit(shop.acting(), 'settings', null, kept, coalesce(defaults -> kept, '{}') || coalesce(old.content -> kept, '{}'),
                             coalesce(defaults -> kept, '{}') || coalesce(new.content -> kept, '{}'));
  end loop;
  return null;
end;
$$;

create trigger shop_settings_noted after insert or update or delete on public.shop_settings
  for each row execute function shop.note_kept_settings();

-- Replaces whole groups of settings; other groups stay. Takes the groups, the version the editor saw, or null, who changes them (null: the command
-- line), and what groups have that were never changed. Returns {content, updated_at}.
-- Refuses 403 `owner_only` for what owners keep, 409 `edited_meanwhile`.
create function public.change_settings(groups jsonb, expected_version timestamptz, actor uuid default null, defaults jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  current public.shop_settings;
begin
  if actor is not null and groups ?| array['contact', 'delivery', 'payment'] then
    perform shop.assert_owner(actor);
  end if;
  perform shop.act_as(actor);
  perform set_config('shop.setting_defaults', defaults::text, true);
  insert into public.shop_settings default values on conflict (id) do nothing;
  select * into current from public.shop_settings s where s.id for update;
  perform shop.check_version(current.updated_at, expected_version);
  update public.shop_settings s set content = s.content || groups where s.id returning * into current;
  return jsonb_build_object('content', current.content, 'updated_at', current.updated_at);
end;
$$;

grant execute on function public.change_settings to service_role;
