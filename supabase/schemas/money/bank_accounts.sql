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
         jsonb_build_object(
           'what', what, 'account', shop.account_details(account), 'former', former, 'is_shown', account.is_shown,
           'changed_by', shop.username_of(actor),
           'waits_until', case when account.is_shown and account.counts_from > now() and what <> 'deleted' then account.counts_from end)
    from public.staff s
   where s.is_owner and (s.is_active or s.sessions_from > now() - interval '1 day');
end;
$$;

grant execute on function public.payable_accounts, public.list_bank_accounts to service_role;
