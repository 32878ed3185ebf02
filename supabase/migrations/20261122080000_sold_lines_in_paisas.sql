-- What a sold line earned is kept in paisas: reports add up whole numbers in less time. Only functions of the database read this table.
-- pgls-ignore lint/safety/changingColumnType: the table is narrow, and its rows are written again within seconds
alter table shop.sold_lines alter column revenue type bigint using revenue * 100;
-- pgls-ignore lint/safety/renamingColumn: the functions below are the only clients
alter table shop.sold_lines rename column revenue to paisas;

create or replace function shop.add_sold_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, paisas)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, i.quantity * i.price * 100
    from added i cross join lateral (select * from public.orders s where s.id = i.order_id offset 0) o
   where o.status <> 'cancelled' and o.archived_at is null;
  return null;
end;
$$;

create or replace function shop.update_sold_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from shop.sold_lines s where s.order_id = new.id;
  if new.status <> 'cancelled' and new.archived_at is null then
    insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, paisas)
    select i.order_id, i.position, i.product_id, new.created_at, i.quantity, i.quantity * i.price * 100
      from public.order_items i where i.order_id = new.id;
  end if;
  return null;
end;
$$;

create or replace function shop.rebuild_sold_lines() returns void
language sql set search_path = ''
as $$
  delete from shop.sold_lines where true;
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, paisas)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, i.quantity * i.price * 100
    from public.orders o join public.order_items i on i.order_id = o.id
   where o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at;
$$;

create or replace function shop.product_sales(since timestamptz, till timestamptz)
returns table (product_id text, product_name text, category text, pieces bigint, revenue numeric)
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' set enable_seqscan = off
as $$
begin
  return query
    select p.id, p.name, coalesce(p.category, 'uncategorized'), s.pieces, round(s.paisas / 100, 2)
      from (select l.product_id, sum(l.quantity) as pieces, sum(l.paisas) as paisas
              from shop.sold_lines l where l.sold_at >= since and l.sold_at < till group by l.product_id) s
      join public.products p on p.id = s.product_id;
end;
$$;
