-- Months of the books, by Pakistani days. A closed month and all before it are frozen: nothing is dated there, and its trial balance is
-- kept as it was. Payments and postings are dated when they are booked, so what is booked late, or taken back, is of the open month.

create table public.closed_months (
  id text primary key default shop.new_id(),
  -- Its first day.
  month date not null,
  -- As `shop.month_balance` had it: {account: {opening, debit, credit, closing}}, without those that had and moved nothing.
  balance jsonb not null,
  -- Null: the command line, or an account that is gone.
  closed_by uuid references auth.users (id) on delete set null,
  closed_at timestamptz not null default clock_timestamp(),
  reopened_by uuid references auth.users (id) on delete set null,
  reopened_at timestamptz,
  reopen_reason text not null default '',
  constraint closed_months_first_day check (extract(day from month) = 1),
  constraint closed_months_reopened check ((reopened_at is not null) = (reopen_reason <> '')),
  constraint closed_months_length check (char_length(reopen_reason) <= 300)
);

create unique index closed_months_once on public.closed_months (month) where reopened_at is null;
create index closed_months_by_closer on public.closed_months (closed_by) where closed_by is not null;
create index closed_months_by_reopener on public.closed_months (reopened_by) where reopened_by is not null;

alter table public.closed_months enable row level security;

-- A closed month is reopened, never forgotten.
revoke all on public.closed_months from service_role;
grant select, insert, update (reopened_by, reopened_at, reopen_reason) on public.closed_months to service_role;

create trigger closed_months_never_truncated before truncate on public.closed_months for each statement
  execute function shop.refuse_change();

-- The taxes that couriers withhold.
create type shop.withheld_tax as enum ('income_tax', 'sales_tax');

-- The numbers of certificates by which a courier says what it withheld in a month.
create table public.tax_certificates (
  courier_id text not null references public.couriers (id),
  -- Its first day.
  month date not null,
  tax shop.withheld_tax not null,
  number text not null,
  constraint tax_certificates_key primary key (courier_id, month, tax),
  constraint tax_certificates_first_day check (extract(day from month) = 1),
  constraint tax_certificates_length check (char_length(number) between 1 and 60)
);

alter table public.tax_certificates enable row level security;

grant select, insert, update, delete on public.tax_certificates to service_role;

-- The first day of the month, in Pakistan, that a moment belongs to.
create function shop.month_of(moment timestamptz) returns date
language sql immutable parallel safe
return date_trunc('month', shop.day_of(moment)::timestamp)::date;

-- The moment a month is over. Takes its first day.
create function shop.end_of_month(month date) returns timestamptz
language sql immutable parallel safe
return shop.start_of_day((month + interval '1 month')::date);

-- The last closed month, null while none is.
create function shop.last_closed_month() returns date
language sql stable set search_path = ''
as $$
  select max(m.month) from public.closed_months m where m.reopened_at is null;
$$;

-- Nothing is dated in a closed month. Whoever closes one waits for bookings under way, and they for it. Takes what is booked, its id and
-- when.
create function shop.require_open_month(subject text, id text, at timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('closed months', 0));
  if at < shop.end_of_month(shop.last_closed_month()) then
    raise exception '% % is dated in a closed month', subject, id using errcode = 'restrict_violation';
  end if;
end;
$$;

-- A closed month changes in one way: the last one is reopened, once. Accounts may go.
create function shop.guard_closed_month(old public.closed_months, new public.closed_months) returns void
language plpgsql set search_path = ''
as $$
declare
  may_change constant text[] := '{closed_by,reopened_by}' || case when old.reopened_at is null and old.month = shop.last_closed_month()
                                                                  then '{reopened_at,reopen_reason}'::text[] else '{}' end;
begin
  if to_jsonb(new) - may_change <> to_jsonb(old) - may_change then
    raise exception 'only the last closed month is reopened, once' using errcode = 'restrict_violation';
  end if;
end;
$$;

-- Notes that a month was closed or reopened. Takes the row.
create function shop.note_closing(new public.closed_months) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.add_to_audit_log(shop.acting(), 'payment', new.id, 'books of ' || to_char(new.month, 'FMMonth YYYY'),
    jsonb_build_object('state', case when new.reopened_at is null then 'open' else 'closed' end),
    jsonb_strip_nulls(jsonb_build_object('state', case when new.reopened_at is null then 'closed' else 'open' end,
                                         'reason', nullif(new.reopen_reason, ''))));
end;
$$;
