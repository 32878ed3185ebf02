-- Owners add, change, approve, order and delete the accounts that customers pay to.

-- An account as a change makes it, with since when it counts and who had a hand in it. Takes the account before (all null for a new one),
-- the fields, the owner, and whether the change counts at once. Nothing is written.
create function shop.changed_account(before public.bank_accounts, fields jsonb, actor uuid, at_once boolean) returns public.bank_accounts
language plpgsql stable set search_path = ''
as $$
declare
  wanted public.bank_accounts := jsonb_populate_record(before, fields);
  seen constant jsonb := case when before.id is not null then shop.account_as_shown(before) end;
begin
  wanted.changed_at := now();
  -- Null: customers did not see it, so whoever had a hand in it is not forgotten.
  wanted.changed_by := case when before.id is null or seen = shop.account_details(before) then array[actor]
                            else array_remove(before.changed_by, actor) || actor end;
  wanted.counts_from := case when not wanted.is_shown or at_once or shop.account_details(wanted) = seen then now()
                             else now() + interval '1 hour' end;
  wanted.approved_by := case when at_once then actor end;
  wanted.former := case when wanted.counts_from > now() then seen end;
  return wanted;
end;
$$;

-- Stores an account, a new one behind the others. Takes it as `shop.changed_account` has it, without an id for a new one. Returns the row.
-- Refuses 422 `iban` that another account has.
create function shop.store_account(wanted public.bank_accounts) returns public.bank_accounts
language plpgsql set search_path = ''
as $$
declare
  stored public.bank_accounts;
begin
  if wanted.id is null then
    insert into public.bank_accounts (title, bank_name, iban, raast_id, is_shown, position, changed_at, changed_by, counts_from,
                                      approved_by)
    values (wanted.title, wanted.bank_name, wanted.iban, wanted.raast_id, wanted.is_shown,
            (select coalesce(max(a.position), 0) + 1 from public.bank_accounts a),
            wanted.changed_at, wanted.changed_by, wanted.counts_from, wanted.approved_by)
    returning * into stored;
  else
    update public.bank_accounts a
       set (title, bank_name, iban, raast_id, is_shown, changed_at, changed_by, counts_from, approved_by, former) =
           (wanted.title, wanted.bank_name, wanted.iban, wanted.raast_id, wanted.is_shown,
            wanted.changed_at, wanted.changed_by, wanted.counts_from, wanted.approved_by, wanted.former)
     where a.id = wanted.id
    returning * into stored;
  end if;
  return stored;
exception when unique_violation then
  perform shop.refuse_field('iban', 'Another account has this IBAN');
end;
$$;

-- Adds an account, or changes one. Takes its id or null, {title, bank_name, iban, raast_id, is_shown}, the owner, the version they saw, and
-- the time step of the code of their second factor that they used up for it, or null: then customers see it after an hour. Hiding it, and
-- changing it back to what customers see, counts at once. Returns it as `shop.describe_bank_account` has it. Refuses 403 `owner_only`, 404
-- `bank_account_not_found`, 409 `edited_meanwhile`, 422 `iban` that another account has, `title` when there are ten.
create function public.save_bank_account(account_id text, fields jsonb, actor uuid, expected_version timestamptz default null,
                                         time_step bigint default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.bank_accounts;
  wanted public.bank_accounts;
  at_once constant boolean := shop.counts_at_once(actor, time_step);
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  -- Positions and the number of accounts are counted by one at a time.
  perform pg_advisory_xact_lock(hashtextextended('bank accounts', 0));
  if account_id is not null then
    select * into before from public.bank_accounts a where a.id = account_id for update;
    if not found then
      perform shop.refuse('bank_account_not_found');
    end if;
    perform shop.check_version(before.updated_at, expected_version);
  elsif (select count(*) from public.bank_accounts) >= 10 then
    perform shop.refuse_field('title', 'There are ten accounts already. Delete one first.');
  end if;

  wanted := shop.changed_account(before, fields, actor, at_once);
  if before.id is not null and not at_once
     and (shop.account_details(wanted), wanted.is_shown) = (shop.account_details(before), before.is_shown) then
    return shop.describe_bank_account(before, actor);
  end if;
  wanted := shop.store_account(wanted);
  perform shop.mail_about_account(
    wanted,
    case when before.id is null then 'added' when before.is_shown and not wanted.is_shown then 'hidden' else 'changed' end,
    case when before.id is not null then shop.account_details(before) end,
    actor);
  return shop.describe_bank_account(wanted, actor);
end;
$$;

-- Makes a change that waits count at once. Takes the account, the version that was looked at, the owner, who took no part in it, and the
-- time step of the code of their second factor that they used up for it, or null. One that does not wait stays as it is. Returns it as
-- `shop.describe_bank_account` has it. Refuses 403 `owner_only`, 404 `bank_account_not_found`, 409 `edited_meanwhile`, 403 `owner_too_new`
-- for whoever became one after the change or within a day, 422 `proof` for whoever took part and has no second factor that has been on for
-- an hour.
create function public.approve_bank_account(account_id text, actor uuid, expected_version timestamptz,
                                            time_step bigint default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  account public.bank_accounts;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into account from public.bank_accounts a where a.id = account_id for update;
  if not found then
    perform shop.refuse('bank_account_not_found');
  end if;
  perform shop.check_version(account.updated_at, expected_version);
  if not account.is_shown or account.counts_from <= now() then
    return shop.describe_bank_account(account, actor);
  end if;
  if not shop.is_owner_since(actor, account.changed_at) then
    perform shop.refuse('owner_too_new');
  elsif actor = any (account.changed_by) and not shop.counts_at_once(actor, time_step) then
    perform shop.refuse_field('proof',
                              'You took part in this change: it takes a second factor that has been on for an hour, or another owner');
  end if;
  update public.bank_accounts a set counts_from = now(), approved_by = actor, former = null where a.id = account_id
    returning * into account;
  return shop.describe_bank_account(account, actor);
end;
$$;

-- Puts the accounts into an order. Takes all of their ids, and the owner. Returns them as `list_bank_accounts` does. Refuses 403
-- `owner_only`, 409 `edited_meanwhile` when there are others by now.
create function public.order_bank_accounts(ids text[], actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  titles text[];
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  perform pg_advisory_xact_lock(hashtextextended('bank accounts', 0));
  if ids is distinct from (select array_agg(i.id order by i.place)
                             from unnest(ids) with ordinality i (id, place)
                             join public.bank_accounts a on a.id = i.id)
     or cardinality(ids) <> (select count(*) from public.bank_accounts)
     or cardinality(ids) <> (select count(distinct i) from unnest(ids) i) then
    perform shop.refuse('edited_meanwhile');
  end if;
  select array_agg(a.title order by a.position, a.id) into titles from public.bank_accounts a;
  update public.bank_accounts a set position = array_position(ids, a.id) where a.position <> array_position(ids, a.id);
  perform shop.write_audit(actor, 'bank_account', null, 'order of bank accounts', jsonb_build_object('accounts', titles),
    jsonb_build_object('accounts', (select array_agg(a.title order by a.position) from public.bank_accounts a)));
  return public.list_bank_accounts(actor);
end;
$$;

-- Deletes an account at once; nothing refers to it. Takes the owner. Returns it as `shop.describe_bank_account` has it. Refuses 403
-- `owner_only`, 404 `bank_account_not_found`.
create function public.delete_bank_account(account_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  account public.bank_accounts;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  delete from public.bank_accounts a where a.id = account_id returning * into account;
  if not found then
    perform shop.refuse('bank_account_not_found');
  end if;
  perform shop.mail_about_account(account, 'deleted', null, actor);
  return shop.describe_bank_account(account, actor);
end;
$$;

grant execute on function public.save_bank_account, public.approve_bank_account, public.order_bank_accounts, public.delete_bank_account
  to service_role;
