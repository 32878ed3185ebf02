-- Closing and reopening months of the books, and what accountants note of them.

-- A month is closed when it is over, after the one before it, and with the balance that its payments come to.
create function shop.require_closable(new public.closed_months) returns void
language plpgsql set search_path = ''
as $$
begin
  -- A row without a month is refused as such.
  if new.month is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('closed months', 0));
  if new.reopened_at is not null or new.closed_at < shop.end_of_month(new.month) or new.closed_at > clock_timestamp()
     or new.month <= shop.last_closed_month() or new.balance is distinct from shop.month_balance_json(new.month) then
    raise exception 'month % cannot be closed like this', new.month using errcode = 'restrict_violation';
  end if;
end;
$$;

-- Renames an account. Takes the account, its name (the usual one, or an empty one, takes the own name away) and the staff member. Returns
-- `list_accounts`. Refuses 403 `owner_only`.
create function public.rename_account(account shop.book_account, name text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'set_rules');
  if rename_account.name in ('', shop.usual_account_name(account)) then
    delete from public.ledger_account_names n where n.account = rename_account.account;
  else
    insert into public.ledger_account_names as n (account, name) values (rename_account.account, rename_account.name)
      on conflict on constraint ledger_account_names_pkey do update set name = excluded.name where n.name <> excluded.name;
  end if;
  return public.list_accounts();
end;
$$;

-- Closes a month that is over, with all before it that are open. Takes its first day and the staff member. Returns `find_month`. Refuses
-- 403 `not_allowed`, 409 `month_not_over`, `month_closed`.
create function public.close_month(month date, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  following date;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  -- Whoever books is waited for, so that the balance has all of the month.
  perform pg_advisory_xact_lock(hashtextextended('closed months', 0));
  if shop.end_of_month(close_month.month) > clock_timestamp() then
    perform shop.refuse('month_not_over');
  elsif close_month.month <= shop.last_closed_month() then
    perform shop.refuse('month_closed');
  end if;
  following := coalesce((shop.last_closed_month() + interval '1 month')::date,
                        least(close_month.month, shop.first_month()));
  while following <= close_month.month loop
    insert into public.closed_months (month, balance, closed_by) values (following, shop.month_balance_json(following), actor);
    following := (following + interval '1 month')::date;
  end loop;
  return public.find_month(close_month.month);
end;
$$;

-- Reopens the month that was closed last. Takes its first day, why, and the staff member. Returns `find_month`. Refuses 403 `owner_only`,
-- 409 `month_not_closed`, `month_not_last` {last}.
create function public.reopen_month(month date, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  last date;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'set_rules');
  perform pg_advisory_xact_lock(hashtextextended('closed months', 0));
  last := shop.last_closed_month();
  if not exists (select from public.closed_months m where m.month = reopen_month.month and m.reopened_at is null) then
    perform shop.refuse('month_not_closed');
  elsif reopen_month.month < last then
    perform shop.refuse('month_not_last', null, jsonb_build_object('last', to_char(last, 'FMMonth YYYY')));
  end if;
  update public.closed_months m set reopened_at = clock_timestamp(), reopened_by = actor, reopen_reason = reopen_month.reason
   where m.month = reopen_month.month and m.reopened_at is null;
  return public.find_month(reopen_month.month);
end;
$$;

-- Notes the number of a courier's certificate for what it withheld in a month. Takes the first day, the courier, the tax, the number (empty
-- takes it away) and the staff member. Returns `find_month`. Refuses 403 `not_allowed`, 404 `courier_not_found`.
create function public.note_certificate(month date, courier_id text, tax shop.withheld_tax, number text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  if not exists (select from public.couriers c where c.id = note_certificate.courier_id) then
    perform shop.refuse('courier_not_found');
  end if;
  if note_certificate.number = '' then
    delete from public.tax_certificates n
     where n.month = note_certificate.month and n.courier_id = note_certificate.courier_id and n.tax = note_certificate.tax;
  else
    insert into public.tax_certificates as n (courier_id, month, tax, number)
    values (note_certificate.courier_id, note_certificate.month, note_certificate.tax, note_certificate.number)
      on conflict on constraint tax_certificates_key do update set number = excluded.number where n.number <> excluded.number;
  end if;
  return public.find_month(note_certificate.month);
end;
$$;

grant execute on function public.rename_account, public.close_month, public.reopen_month, public.note_certificate to service_role;
