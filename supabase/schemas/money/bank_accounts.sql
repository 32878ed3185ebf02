-- Where customers pay by transfer. Whoever steals an owner's session must not send their money elsewhere: what somebody changes waits for
-- an hour, of which all owners have a mail, unless an owner who took no part in it approves it, or one proves their second factor. Whoever
-- is new among the owners can do neither for a day. Until then customers see the account as it was.

create table public.bank_accounts (
  id text primary key default shop.new_id(),
  -- The account's holder, as the bank has it.
  title text not null,
  bank_name text not null,
  iban text not null,
  -- A mobile number or an IBAN by which Raast knows the account; empty: none.
  raast_id text not null default '',
  is_shown boolean not null default true,
  position integer not null,
  changed_at timestamptz not null default now(),
  -- Everybody who took part in it since it last was as customers see it. They cannot approve it.
  changed_by uuid[] not null default '{}',
  -- From when on customers see it as it is here.
  counts_from timestamptz not null,
  -- Who made it count at once.
  approved_by uuid references public.staff (id) on delete set null,
  -- What customers see until then {title, bank_name, iban, raast_id}; null: nothing.
  former jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bank_accounts_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint bank_accounts_title_length check (char_length(title) between 1 and 80),
  constraint bank_accounts_bank_name_length check (char_length(bank_name) between 1 and 80),
  -- The check digits are the API's part (src/domain/payments/iban.ts).
  constraint bank_accounts_iban_shape check (iban ~ '^PK[0-9]{2}[A-Z]{4}[0-9A-Z]{16}$'),
  constraint bank_accounts_iban_unique unique (iban),
  constraint bank_accounts_raast_id_shape check (raast_id ~ '^(03[0-9]{9}|PK[0-9]{2}[A-Z]{4}[0-9A-Z]{16})?$')
);

create index bank_accounts_by_approver on public.bank_accounts (approved_by);

-- The order alone is no edit.
create trigger bank_accounts_touched before update of title, bank_name, iban, raast_id, is_shown, counts_from on public.bank_accounts
  for each row execute function shop.touch_updated_at();

alter table public.bank_accounts enable row level security;
grant select, insert, update, delete on public.bank_accounts to service_role;

-- What customers need of an account: {title, bank_name, iban, raast_id}.
create function shop.account_details(account public.bank_accounts) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('title', account.title, 'bank_name', account.bank_name, 'iban', account.iban, 'raast_id', account.raast_id);
$$;

-- What customers see of an account now, as `shop.account_details` has it. Null: nothing.
create function shop.account_as_shown(account public.bank_accounts) returns jsonb
language sql stable set search_path = ''
as $$
  select case when not account.is_shown then null when account.counts_from <= now() then shop.account_details(account)
              else account.former end;
$$;

-- The accounts that a customer may be told to pay to now, in their order: [{id, title, bank_name, iban, raast_id}]. Pages, mails and staff
-- who write to customers take them from here and from nowhere else.
create function public.payable_accounts() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id) || shop.account_as_shown(a) order by a.position, a.id), '[]')
    from public.bank_accounts a
   where shop.account_as_shown(a) is not null;
$$;

-- An account as the audit log has it, for owners: in full, so that whom it belonged to can be found. Null for none.
create function shop.noted_account(account public.bank_accounts) returns jsonb
language sql stable set search_path = ''
as $$
  select case when account.id is not null then
    jsonb_build_object('title', account.title, 'bankName', account.bank_name, 'iban', account.iban, 'raastId', account.raast_id,
                       'shown', account.is_shown, 'customersSeeItFrom', case when account.is_shown then account.counts_from end) end;
$$;

-- Trigger: the audit log notes what is added, changed or deleted, by whichever way.
create function shop.note_bank_account() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'bank_account', coalesce(old.id, new.id), 'bank account ' || coalesce(old.title, new.title),
                           shop.noted_account(old), shop.noted_account(new));
  return null;
end;
$$;

create trigger bank_accounts_noted after insert or update or delete on public.bank_accounts
  for each row execute function shop.note_bank_account();

-- An account as owners see it: the row; `waits_until` while customers do not see it as it is here, else null; what they see; who changed
-- and who approved it, by user name; and whether the owner given took part in the change.
create function shop.describe_bank_account(account public.bank_accounts, actor uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(account) - 'former' || jsonb_build_object(
    'waits_until', case when account.is_shown and account.counts_from > now() then account.counts_from end,
    'customers_see', shop.account_as_shown(account),
    'changed_by', (select coalesce(jsonb_agg(coalesce(shop.username_of(c.id), 'somebody who left') order by c.place), '[]')
                     from unnest(account.changed_by) with ordinality c (id, place)),
    'approved_by', shop.username_of(account.approved_by),
    'is_own_change', actor = any (account.changed_by));
$$;

-- All accounts as `shop.describe_bank_account` has them, in their order. Takes the owner. Refuses 403 `owner_only`.
create function public.list_bank_accounts(actor uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  perform shop.assert_owner(actor);
  return (select coalesce(jsonb_agg(shop.describe_bank_account(a, actor) order by a.position, a.id), '[]') from public.bank_accounts a);
end;
$$;

-- Whether the code that an owner has just used up (its time step; null: none) makes a change count at once: not while the second factor is
-- younger than an hour, because whoever has just got into the account may have switched it on, and not while they have been an owner for
-- less than a day.
create function shop.counts_at_once(actor uuid, time_step bigint) returns boolean
language sql stable set search_path = ''
as $$
  select shop.is_owner_since(actor, now())
     and exists (select from public.staff_second_factors f
                  where f.staff_id = actor and f.last_step = time_step and f.created_at <= now() - interval '1 hour');
$$;

-- Writes all owners a mail about a change: who made it, what it was, and from when on customers see it; also
-- those who were locked out within a day, perhaps to keep it from them.
create function shop.mail_about_account(account public.bank_accounts, what text, former jsonb, actor uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.mail_outbox (kind, recipient, payload)
  select 'bank_account', s.email,
         jsonb_build_object('what', what, 'account', shop.account_details(account), 'former', former, 'is_shown', account.is_shown,
                            'changed_by', shop.username_of(actor),
                            'waits_until', case when account.is_shown and account.counts_from > now() and what <> 'deleted'
                                                then account.counts_from end)
    from public.staff s
   where s.is_owner and (s.is_active or s.sessions_from > now() - interval '1 day');
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
  seen jsonb;
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
    seen := shop.account_as_shown(before);
  elsif (select count(*) from public.bank_accounts) >= 10 then
    perform shop.refuse_field('title', 'There are ten accounts already. Delete one first.');
  end if;
  wanted := jsonb_populate_record(before, fields);
  if before.id is not null and (shop.account_details(wanted), wanted.is_shown) = (shop.account_details(before),
                                                                                  before.is_shown) and not at_once then
    return shop.describe_bank_account(before, actor);
  end if;

  wanted.changed_at := now();
  -- Null: customers did not see it, so whoever had a hand in it is not forgotten.
  wanted.changed_by := case when before.id is null or seen = shop.account_details(before) then array[actor]
                            else array_remove(before.changed_by, actor) || actor end;
  wanted.counts_from := case when not wanted.is_shown or at_once or shop.account_details(wanted) = seen then now()
                             else now() + interval '1 hour' end;
  wanted.approved_by := case when at_once then actor end;
  wanted.former := case when wanted.counts_from > now() then seen end;

  begin
    if before.id is null then
      insert into public.bank_accounts (title, bank_name, iban, raast_id, is_shown, position, changed_at, changed_by,
                                        counts_from, approved_by)
      values (wanted.title, wanted.bank_name, wanted.iban, wanted.raast_id, wanted.is_shown,
              (select coalesce(max(a.position), 0) + 1 from public.bank_accounts a), now(), wanted.changed_by,
              wanted.counts_from, wanted.approved_by)
      returning * into wanted;
    else
      update public.bank_accounts a
         set (title, bank_name, iban, raast_id, is_shown, changed_at, changed_by, counts_from, approved_by, former) =
             (wanted.title, wanted.bank_name, wanted.iban, wanted.raast_id, wanted.is_shown, wanted.changed_at,
              wanted.changed_by, wanted.counts_from,
              wanted.approved_by, wanted.former)
       where a.id = before.id returning * into wanted;
    end if;
  exception when unique_violation then
    perform shop.refuse_field('iban', 'Another account has this IBAN');
  end;
  perform shop.mail_about_account(wanted, case when before.id is null then 'added' when before.is_shown and not wanted.is_shown
                                               then 'hidden' else 'changed' end,
                                  case when before.id is not null then shop.account_details(before) end, actor);
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
  if ids is distinct from (select array_agg(i.id order by i.place) from unnest(ids) with ordinality i (id, place)
                           join public.bank_accounts a on a.id = i.id)
     or cardinality(ids) <> (select count(*) from public.bank_accounts) or cardinality(ids) <> (select count(distinct i) from unnest(ids) i)
       then
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

grant execute on function public.payable_accounts, public.list_bank_accounts, public.save_bank_account, public.approve_bank_account,
  public.order_bank_accounts, public.delete_bank_account to service_role;
