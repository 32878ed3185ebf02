-- Which pieces an order has taken out of stock.

-- How many pieces of a line have left the stock, and how many of those came back, counted over the order's whole life. A line without a
-- row: all of its pieces are out, and none came back.
create table shop.sent_pieces (
  -- Lines of an order that nobody has packed are written anew when it is edited: no foreign key.
  order_item_id text primary key,
  order_id text not null references public.orders (id),
  sent integer not null,
  received integer not null default 0,
  -- Received pieces that nobody has decided about.
  to_inspect integer not null default 0,
  constraint sent_pieces_received_at_most_sent check (received between 0 and sent),
  constraint sent_pieces_inspected_once check (to_inspect between 0 and received)
);

-- Takes those pieces of an order out of stock that are not out already: all of them at first, later those that were received meanwhile
-- (returns/pieces.sql). One history row per variant, lowest product id first, and each change locks its product until the transaction ends:
-- two orders for the same pieces queue instead of deadlocking. An order that awaits proof takes none. Takes the order's id and number, the
-- staff member or null, and whether it takes its pieces for the first time. Refuses 409 `not_enough_stock`.
create function shop.take_pieces(order_id text, order_number text, actor uuid, is_first boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  line record;
begin
  if (select o.awaits_proof from public.orders o where o.id = take_pieces.order_id) then
    return;
  end if;
  for line in
    select i.product_id, i.variant_id,
      sum(i.quantity - coalesce(s.sent - s.received, case when is_first then 0 else i.quantity end))::integer as units
      from public.order_items i left join shop.sent_pieces s on s.order_item_id = i.id
     where i.order_id = take_pieces.order_id group by i.product_id, i.variant_id
    having sum(i.quantity - coalesce(s.sent - s.received, case when is_first then 0 else i.quantity end)) > 0
      order by i.product_id, i.variant_id
  loop
    perform shop.change_stock(line.product_id, - line.units, 'sale', order_number, '', actor, line.variant_id);
  end loop;
  update shop.sent_pieces s set sent = s.received + i.quantity
    from public.order_items i where s.order_id = take_pieces.order_id and i.id = s.order_item_id;
end;
$$;

create index sent_pieces_of_order on shop.sent_pieces (order_id);
create index sent_pieces_to_inspect on shop.sent_pieces (order_id) where to_inspect > 0;

alter table shop.sent_pieces enable row level security;
grant select, insert, update on shop.sent_pieces to service_role;
