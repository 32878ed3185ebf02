-- What couriers pay out, file by file. A booked file moves what it says from `courier` to `bank`, `charges` and `tax_withheld`, in a few
-- payments that stand for all its lines (parcels/settlement_lines.sql); undone, the same payments are taken back. Rows are never deleted.

create type shop.settlement_state as enum ('booked', 'undone');

create table public.settlements (
  id text primary key default shop.new_id(),
  courier_id text not null references public.couriers (id),
  file_name text not null,
  -- SHA-256 of the file as it came.
  file_hash text not null,
  -- The courier's own number of this payment.
  reference text not null,
  -- What people read in the portal or at the bank: how many parcels, and what the courier pays, below zero where the shop does.
  control_parcels integer not null,
  control_sum numeric(12, 2) not null,
  state shop.settlement_state not null default 'booked',
  -- The key and the fingerprint it was sent with: repeating it books nothing more.
  idempotency_key text,
  fingerprint text,
  -- Null: an account that is gone.
  booked_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  undone_by uuid references auth.users (id) on delete set null,
  undone_at timestamptz,
  undo_reason text not null default '',
  constraint settlements_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint settlements_of_courier unique (id, courier_id),
  constraint settlements_idempotency_key_unique unique (idempotency_key),
  constraint settlements_hash check (file_hash ~ '^[0-9a-f]{64}$'),
  constraint settlements_length check (char_length(undo_reason) <= 300 and char_length(file_name) between 1 and 200
                                       and char_length(reference) between 1 and 60),
  constraint settlements_parcels_range check (control_parcels between 0 and 10000),
  constraint settlements_undone check ((undone_at is not null) = (state = 'undone') and (undo_reason <> '') = (state = 'undone'))
);

-- No file and no payment of a courier is booked twice.
create unique index settlements_file_once on public.settlements (file_hash) where state = 'booked';
create unique index settlements_reference_once on public.settlements (courier_id, upper(reference)) where state = 'booked';
create index settlements_newest on public.settlements (created_at desc, id desc);
create index settlements_by_courier on public.settlements (courier_id, created_at desc);
create index settlements_by_booker on public.settlements (booked_by) where booked_by is not null;
create index settlements_by_undoer on public.settlements (undone_by) where undone_by is not null;

alter table public.settlements enable row level security;

-- What was booked stays; it is undone once.
revoke all on public.settlements from service_role;
grant select, insert, update (state, undone_by, undone_at, undo_reason) on public.settlements to service_role;

-- A booked file changes in one way: it is undone. Accounts may go.
create function shop.guard_settlement(old public.settlements, new public.settlements) returns void
language plpgsql set search_path = ''
as $$
declare
  may_change constant text[] := '{booked_by,undone_by}' || case when old.state = 'booked' and new.state = 'undone'
                                                                then '{state,undone_at,undo_reason}'::text[] else '{}' end;
begin
  if to_jsonb(new) - may_change <> to_jsonb(old) - may_change then
    raise exception 'a settlement is only undone, once' using errcode = 'restrict_violation';
  end if;
end;
$$;
