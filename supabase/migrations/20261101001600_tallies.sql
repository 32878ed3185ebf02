-- Counting half a million rows takes longer than a list may take. So the ledger and the orders are counted as they are written: by day in
-- Karachi and by kind. A sum over the tally is what a count of the rows would say, at any moment and for whoever looks.

create type shop.tallied_book as enum ('orders', 'stock');

-- What every transaction added (or, below zero, took back) is a row of its own: nobody waits for anybody at a counter.
create table shop.tallies (
  id bigint primary key generated always as identity,
  book shop.tallied_book not null,
  day date not null,
  -- The status of orders; the kind of ledger rows.
  kind text not null,
  records bigint not null,
  -- Rupees of orders; pieces that came.
  added numeric not null,
  -- Pieces that went.
  taken numeric not null
);

create index tallies_by_day on shop.tallies (day);

-- The day in Karachi a moment belongs to.
create function shop.day_of(moment timestamptz) returns date
language sql immutable parallel safe set search_path = ''
as $$
  select (moment at time zone 'Asia/Karachi')::date;
$$;

-- Every 64th row folds the rows of its day, one for each book and kind. Those that somebody else is folding are left to them: nobody waits here either.
create function shop.fold_tallies() returns trigger
language plpgsql set search_path = ''
as $$
begin
  with folded as (
    delete from shop.tallies t
     where t.id in (select f.id from shop.tallies f where f.day = new.day for update skip locked)
    returning t.book, t.kind, t.records, t.added, t.taken
  )
  insert into shop.tallies (book, day, kind, records, added, taken)
  select f.book, new.day, f.kind, sum(f.records), sum(f.added), sum(f.taken) from folded f group by f.book, f.kind;
  return null;
end;
$$;

create trigger tallies_folded after insert on shop.tallies for each row when (new.id % 64 = 0) execute function shop.fold_tallies();

create function shop.tally_stock() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.tallies (book, day, kind, records, added, taken)
  select 'stock', shop.day_of(a.created_at), a.transaction_type::text, count(*), sum(greatest(a.quantity, 0)), sum(greatest(-a.quantity, 0))
    from added a group by shop.day_of(a.created_at), a.transaction_type;
  return null;
end;
$$;

-- Rows of the ledger never change, so that each is counted once.
create trigger stock_history_tallied after insert on public.stock_history
  referencing new table as added for each statement execute function shop.tally_stock();

-- Archived orders are not counted; an order that changes leaves where it was counted and is counted where it is now.
create function shop.tally_order() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.archived_at is null then
    insert into shop.tallies (book, day, kind, records, added, taken)
    values ('orders', shop.day_of(old.created_at), old.status::text, -1, -old.total_amount, 0);
  end if;
  if tg_op <> 'DELETE' and new.archived_at is null then
    insert into shop.tallies (book, day, kind, records, added, taken)
    values ('orders', shop.day_of(new.created_at), new.status::text, 1, new.total_amount, 0);
  end if;
  return null;
end;
$$;

create trigger orders_tallied after insert or delete on public.orders for each row execute function shop.tally_order();
create trigger orders_tallied_again after update on public.orders
  for each row when ((old.status, old.total_amount, old.created_at, old.archived_at) is distinct from (new.status, new.total_amount, new.created_at, new.archived_at))
  execute function shop.tally_order();

-- Counts everything anew, for whoever wrote rows past the triggers.
create function shop.tally_anew() returns void
language sql set search_path = ''
as $$
  delete from shop.tallies;
  insert into shop.tallies (book, day, kind, records, added, taken)
  select 'stock'::shop.tallied_book, shop.day_of(h.created_at), h.transaction_type::text, count(*), sum(greatest(h.quantity, 0)), sum(greatest(-h.quantity, 0))
    from public.stock_history h group by shop.day_of(h.created_at), h.transaction_type
  union all
  select 'orders', shop.day_of(o.created_at), o.status::text, count(*), sum(o.total_amount), 0
    from public.orders o where o.archived_at is null group by shop.day_of(o.created_at), o.status;
$$;

select shop.tally_anew();

revoke all on shop.tallies from public, anon, authenticated;
-- Deleted and locked where rows are folded.
grant select, insert, update, delete on shop.tallies to service_role;
grant execute on all functions in schema shop to service_role;
