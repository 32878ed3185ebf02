-- Settings and limits are changed by owners, and the audit log keeps what was before.

-- Every group of settings that changes is noted in the audit log; what owners keep, and what searches mean, also when the command line
-- writes it.
create function shop.note_kept_settings(old public.shop_settings, new public.shop_settings) returns void
language plpgsql set search_path = ''
as $$
declare
  -- What groups have that were never changed, where the caller says so.
  defaults constant jsonb := coalesce(nullif(current_setting('shop.setting_defaults', true), ''), '{}')::jsonb;
  kept text;
begin
  for kept in select jsonb_object_keys(coalesce(old.content, '{}') || coalesce(new.content, '{}')) loop
    -- The command line is noted where owners decide; all others always.
    continue when shop.acting() is null and kept not in ('contact', 'delivery', 'payment', 'gifts', 'salesTax', 'search');
    perform shop.write_audit(shop.acting(), 'settings', null, kept, coalesce(defaults -> kept, '{}') || coalesce(old.content -> kept, '{}'),
                             coalesce(defaults -> kept, '{}') || coalesce(new.content -> kept, '{}'));
  end loop;
end;
$$;

-- Replaces whole groups of settings; other groups stay. Takes the groups, the version the editor saw, or null, who changes them (null: the
-- command line), and what groups have that were never changed. Returns {content, updated_at}. Refuses 403 `owner_only` for what owners
-- keep, 409 `edited_meanwhile`.
create function public.change_settings(groups jsonb, expected_version timestamptz, actor uuid default null,
                                       defaults jsonb default '{}') returns jsonb
language plpgsql set search_path = ''
as $$
declare
  current public.shop_settings;
begin
  if actor is not null and groups ?| array['contact', 'delivery', 'payment', 'gifts', 'salesTax'] then
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

-- Replaces the limits. Takes {pieceUnits, orderUnits, orderValue, networkUnits, shopUnits, mailsPerRecipient, mailsPerDay,
-- whatsappPerNumber, whatsappPerDay, buildsPerDay}, the version the editor saw (or null) and the owner. Returns the row. Refuses 403
-- `owner_only`, 409 `edited_meanwhile`.
create function public.change_limits(changed jsonb, expected_version timestamptz, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  old public.limits;
  new public.limits;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into old from public.limits l where l.id for update;
  perform shop.check_version(old.updated_at, expected_version);
  update public.limits l
     set piece_units = (changed ->> 'pieceUnits')::integer, order_units = (changed ->> 'orderUnits')::integer,
         order_value = (changed ->> 'orderValue')::integer,
         network_units = (changed ->> 'networkUnits')::integer, shop_units = (changed ->> 'shopUnits')::integer,
         mails_per_recipient = (changed ->> 'mailsPerRecipient')::integer, mails_per_day = (changed ->> 'mailsPerDay')::integer,
         whatsapp_per_number = (changed ->> 'whatsappPerNumber')::integer, whatsapp_per_day = (changed ->> 'whatsappPerDay')::integer,
         builds_per_day = (changed ->> 'buildsPerDay')::integer
   where l.id returning * into new;
  return to_jsonb(new) - 'id';
end;
$$;

grant execute on function public.change_settings, public.change_limits to service_role;
