-- Staff change the items of an order that is not packed yet: another size, another number, one more piece. What the order has costs what it
-- was sold at, what comes costs today's price, and each variant's stock moves by the difference.

-- The lines that an order would have. Takes the order and [{id?, productId, quantity, selectedColor?, selectedSize?}], the products locked.
-- A line with the id of one of the order's lines, of the same product, is that line: its pieces keep their price, also in another colour or
-- size. More pieces than it had cost today's price. Returns them in parts, as `shop.price_lines` does: what the line had, with its id, and
-- what is new. Pieces that the order gives up count as available. `is_kept`: what the order has, in its own variant, which needs no stock.
create function shop.edited_lines(asked public.orders, items jsonb) returns table (is_kept boolean, part shop.agreed_part)
language plpgsql stable set search_path = ''
as $$
begin
  return query
    with wanted as (
      select l.*, o.code_terms as sold_terms, o.id as sold_id, o.price as sold_price, o.quantity as sold_quantity,
             o.variant_id as sold_variant, o.product_name as sold_name, o.product_image as sold_image, o.selected_color as sold_color,
             coalesce((coalesce(o.selected_color, ''), coalesce(o.selected_size, ''))
                      = (coalesce(l.selected_color, ''), coalesce(l.selected_size, '')), false) as is_same
        from shop.price_lines(items) l
        left join public.order_items o on o.order_id = asked.id and o.product_id = l.product_id and o.id = items -> l.line_position ->> 'id'
    ), parts as (
      select w.*, w.sold_id as part_id, w.sold_price as part_price, least(w.quantity, w.sold_quantity) as units, w.is_same as kept,
             w.sold_terms as part_terms
        from wanted w
       where w.sold_id is not null
      union all
      select w.*, null, w.price, w.quantity - coalesce(w.sold_quantity, 0), false, null from wanted w
      where w.quantity > coalesce(w.sold_quantity, 0)
    ), taken as (
      select i.variant_id, sum(i.quantity) as units from public.order_items i where i.order_id = asked.id group by i.variant_id
    )
    select p.kept, row((row_number() over (order by p.line_position, p.part_id))::integer, p.part_id, p.part_id is null,
           row(p.line_position, p.product_id,
               case when p.part_price = p.sold_price then p.sold_name else p.product_name end,
               case when p.part_price = p.sold_price and p.selected_color is not distinct from p.sold_color
                    then p.sold_image else p.product_image end,
               p.part_price,
               (p.available + coalesce(h.units, 0)
                - coalesce((select sum(k.units) from parts k where k.kept and k.sold_variant = p.variant_id), 0))::integer,
               p.units, p.selected_color, p.selected_size, p.colors, p.sizes,
               case when p.kept then p.sold_variant else p.variant_id end, p.missing_choice, p.part_terms
              )::shop.priced_line)::shop.agreed_part
      from parts p left join taken h on h.variant_id = p.variant_id;
end;
$$;

-- The items of an order as its timeline and a preview show them: [{product_id, name, color, size, quantity, price}]. Takes the order's id.
create function shop.items_in_brief(order_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('product_id', i.product_id, 'name', i.product_name, 'color', i.selected_color,
                                               'size', i.selected_size, 'quantity', i.quantity, 'price', i.price)
                            order by i.position), '[]')
    from public.order_items i where i.order_id = items_in_brief.order_id;
$$;

-- Gives an order, locked with its products, the lines and the price that it is to have: each variant's stock moves by the difference, and
-- the timeline says it. Takes the order as it was, what it is to be, the staff member or null, what the stock history says of it, and what
-- the timeline adds. The use of a code follows. Refuses 409 `order_packed` where pieces were received of it.
create function shop.write_order_lines(before public.orders, made shop.repriced, actor uuid, reason text, note text default '') returns void
language plpgsql set search_path = ''
as $$
declare
  before_items constant jsonb := shop.items_in_brief(before.id);
  lines constant shop.priced_line[] := made.lines;
  priced constant shop.order_price := made.price;
  moved record;
begin
  perform shop.refuse('order_packed')
     from shop.sent_pieces s join public.order_items i on i.id = s.order_item_id
    where s.order_id = before.id and not before.awaits_proof and s.sent - s.received <> i.quantity;
  for moved in
    select v.product_id, v.variant_id, sum(v.units)::integer as units
      from (select i.product_id, i.variant_id, i.quantity as units from public.order_items i where i.order_id = before.id
            union all select l.product_id, l.variant_id, - l.quantity from unnest(lines) l) v
     -- What awaits proof has taken nothing yet.
     where not before.awaits_proof
     group by v.product_id, v.variant_id having sum(v.units) <> 0 order by v.product_id, v.variant_id
  loop
    perform shop.change_stock(moved.product_id, moved.units,
                              case when moved.units < 0 then 'sale' else 'return' end::shop.stock_change_kind,
                              before.order_number, reason, actor, moved.variant_id);
  end loop;

  delete from public.order_items i where i.order_id = before.id;
  insert into public.order_items (id, order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price,
                                  discount, code_terms)
  select coalesce(made.ids[l.ordinality], shop.new_id()), before.id, l.ordinality - 1, l.product_id, l.variant_id,
    l.product_name, l.product_image,
         l.selected_color, l.selected_size, l.quantity, l.price, priced.shares[l.ordinality], priced.code_terms[l.ordinality]
    from unnest(lines) with ordinality l;
  -- What was received of a line before stays received.
  update shop.sent_pieces s
     set sent = s.received
                + case when before.awaits_proof then 0
                       else coalesce((select i.quantity from public.order_items i where i.id = s.order_item_id), 0) end
   where s.order_id = before.id;
  perform shop.log_order_event(before.id, 'items', '', jsonb_build_object('items', before_items),
                               jsonb_build_object('items', shop.items_in_brief(before.id)), note);
  update public.orders o
     set subtotal = priced.subtotal, discount = priced.discount, shipping = priced.shipping, delivery_discount = priced.delivery_discount,
         total_amount = priced.total, discount_code = priced.code, discount_reason = shop.reason_of(priced, made.terms),
         terms = shop.terms_with(made.terms, lines, priced)
   where o.id = before.id;
  perform shop.change_redemption(before, priced);
end;
$$;

-- What an order would be, in brief: {items: as `shop.items_in_brief`, subtotal, shipping, total} and what `shop.discount_json` adds.
create function shop.price_in_brief(made shop.repriced) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  priced constant shop.order_price := made.price;
begin
  return jsonb_build_object('subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total, 'items', (
           select coalesce(jsonb_agg(jsonb_build_object('product_id', l.product_id, 'name', l.product_name, 'color', l.selected_color,
                                                        'size', l.selected_size, 'quantity', l.quantity, 'price', l.price)
                                     order by l.ordinality), '[]')
             from unnest(made.lines) with ordinality l))
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal, priced.gift_wrap);
end;
$$;

-- What an order is now, and what it would be: {before, after}, both {items, subtotal, shipping, total} and, where something is taken off,
-- {discount, deliveryDiscount, code?}; `after` says {refusedCode} when the order's code does not hold for these pieces. Takes the order,
-- and what it would be.
create function shop.change_of(before public.orders, after shop.repriced) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'before', jsonb_build_object('items', shop.items_in_brief(before.id), 'subtotal', before.subtotal, 'shipping', before.shipping,
                                 'total', before.total_amount)
      || shop.discount_json(before.discount, before.delivery_discount, before.discount_code, null,
                            case when before.is_wrapped then before.gift_wrap end),
    'after', shop.price_in_brief(after));
end;
$$;
