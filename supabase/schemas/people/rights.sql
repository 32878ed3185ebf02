-- What needs which right, asked for where the effect is: whoever of the staff causes it, by whichever screen, operation or function. Nobody
-- of the staff (a shopper, the clock, the command line) is not asked.

-- Trigger: whoever of the staff acts has the right that it names. Refuses 403 as `shop.assert_may` does.
create function shop.require_right() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_may(shop.acting(), tg_argv[0]);
  return null;
end;
$$;

-- Trigger: whoever of the staff acts has one of the rights that it names. Refuses 403 `not_allowed` with the first.
create function shop.require_one_right() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from unnest(tg_argv::text[]) needed where shop.may(shop.acting(), needed)) then
    perform shop.assert_may(shop.acting(), tg_argv[0]);
  end if;
  return null;
end;
$$;

create trigger shop_settings_need_right after update on public.shop_settings
  for each row when (old.content is distinct from new.content) execute function shop.require_right('change_settings');
