-- What counts as sold: the lines of every order that is neither cancelled nor archived, by the moment of the order, in a table so narrow
-- that a period of it is read from the index alone. Bestsellers and reports add it up.

create table shop.sold_lines (
  order_id text not null,
  position integer not null,
  product_id text not null,
  sold_at timestamptz not null,
  quantity integer not null,
  revenue numeric(14, 2) not null,
  primary key (order_id, position)
);

create index sold_lines_by_time on shop.sold_lines (sold_at) include (product_id, quantity, revenue);

create function shop.sell_new_lines() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, revenue)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, i.quantity * i.price
    from added i join public.orders o on o.id = i.order_id
   where o.status <> 'cancelled' and o.archived_at is null;
  return null;
end;
$$;

-- Lines never change; they come with their order and stay.
create trigger order_items_sold after insert on public.order_items
  referencing new table as added for each statement execute function shop.sell_new_lines();

-- The lines of an order that is cancelled or archived are not sold any more; those of one that is taken up again are.
create function shop.sell_lines_again() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from shop.sold_lines s where s.order_id = new.id;
  if new.status <> 'cancelled' and new.archived_at is null then
    insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, revenue)
    select i.order_id, i.position, i.product_id, new.created_at, i.quantity, i.quantity * i.price
      from public.order_items i where i.order_id = new.id;
  end if;
  return null;
end;
$$;

create trigger orders_sold_again after update on public.orders
  for each row when ((old.status = 'cancelled', old.archived_at is null, old.created_at)
                     is distinct from (new.status = 'cancelled', new.archived_at is null, new.created_at))
  execute function shop.sell_lines_again();

-- Writes all of them anew, for whoever wrote orders past the triggers.
create function shop.sell_anew() returns void
language sql set search_path = ''
as $$
  delete from shop.sold_lines;
  insert into shop.sold_lines (order_id, position, product_id, sold_at, quantity, revenue)
  select i.order_id, i.position, i.product_id, o.created_at, i.quantity, i.quantity * i.price
    from public.orders o join public.order_items i on i.order_id = o.id
   where o.status <> 'cancelled' and o.archived_at is null
   order by o.created_at;
$$;

select shop.sell_anew();

-- Products by how many pieces the last 90 days sold (cancelled orders apart), then by reviews; the first `most` of them, or all.
-- Tells the order, never the figures. Definer: the public may know what sells best, but not read the orders that say so.
create or replace function public.bestselling_products(most integer default null) returns setof public.products
language sql stable security definer set search_path = ''
as $$
  with sold as (
    select s.product_id, sum(s.quantity) as pieces from shop.sold_lines s where s.sold_at >= now() - interval '90 days' group by s.product_id
  ), best as (
    select p.id, row_number() over (order by coalesce(s.pieces, 0) desc, p.review_count desc, p.rating desc, p.id) as place
      from public.products p left join sold s on s.product_id = p.id
     where p.archived_at is null
     order by place
     limit most
  )
  select p.* from best join public.products p on p.id = best.id order by best.place;
$$;

revoke all on shop.sold_lines from public, anon, authenticated;
grant select, insert, delete on shop.sold_lines to service_role;
grant execute on all functions in schema shop to service_role;
