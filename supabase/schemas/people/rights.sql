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

-- Asks that whoever of the staff acts has a right. Refuses 403 as `shop.assert_may` does.
create function shop.need_right(needed text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_may(shop.acting(), needed);
end;
$$;

-- Trigger: whoever of the staff acts has the right that it names. Refuses 403 as `shop.assert_may` does.
create function shop.require_right() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.need_right(tg_argv[0]);
  return null;
end;
$$;
