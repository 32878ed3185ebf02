-- Pieces that staff change and shoppers add, while nobody has packed the order.

-- Changes the items of an order. Takes its id, the items as `shop.edited_lines` does, the delivery rule {freeFrom, fee}, the staff member,
-- the version and the total that their screen showed (null: any), and whether to say only what would be. Returns {order: as it is now,
-- before, after}, both {items, subtotal, shipping, total} and, where something is taken off, {discount, deliveryDiscount, code?}; `after`
-- says {refusedCode} when the order's code no longer holds for these pieces: then it goes, and may be used again. Refuses 404
-- `order_not_found`, 409 `edited_meanwhile`, `order_packed`, `out_of_stock`, `choice_unavailable`, `price_changed` {total}, 422
-- `choice_required`.
create function public.edit_order_items(order_id text, items jsonb, delivery jsonb, actor uuid, expected_version timestamptz default null,
                                        total_seen numeric default null,
                                        preview boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before public.orders := shop.lock_order(order_id, array (select i ->> 'productId' from jsonb_array_elements(items) i));
  before_items constant jsonb := shop.items_in_brief(order_id);
  needed shop.priced_line[];
  lines shop.priced_line[];
  ids text[];
  priced shop.order_price;
  after_items jsonb;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if not shop.is_unpacked(before) then
    perform shop.refuse('order_packed');
  end if;

  with edited as materialized (
    select e.place, e.item_id, e.is_kept, e.line from shop.edited_lines(before, items) e
  ), merged as (
    -- Pieces of one line that cost the same stay one line.
    select min(e.place) as place, max(e.item_id) as item_id,
           row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, 0, sum(l.quantity)::integer,
               l.selected_color, l.selected_size,
               null, null, l.variant_id, null, l.code_terms)::shop.priced_line as line
      from edited e cross join lateral (select (e.line).*) l
     group by l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.selected_color, l.selected_size, l.variant_id,
              l.code_terms
  )
  select array (select e.line from edited e where not e.is_kept order by e.place),
         array (select m.line from merged m order by m.place), array (select m.item_id from merged m order by m.place)
    into needed, lines, ids;
  perform shop.check_order_lines(needed);
  -- Nothing is delivered that is collected in the shop.
  priced := shop.price_order(lines, case when before.customer_address <> '' then delivery end, shop.off_of(before), true);
  after_items := shop.lines_in_brief(lines);

  if not preview then
    if total_seen <> priced.total then
      perform shop.refuse('price_changed', jsonb_build_object('total', priced.total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(before, lines, ids, priced, actor, 'Items changed');
  end if;
  return jsonb_build_object(
    'order', shop.staff_order_json(before.id),
    'before', jsonb_build_object('items', before_items, 'subtotal', before.subtotal, 'shipping', before.shipping,
                                 'total', before.total_amount)
      || shop.discount_json(before.discount, before.delivery_discount, before.discount_code, null),
    'after', jsonb_build_object('items', after_items, 'subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total)
      || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal));
end;
$$;

-- What adding does to an order: {before: {items, subtotal, shipping, total, …}, after: the same}. Takes the order as it was, its lines and
-- its price then.
create function shop.outcome_of_addition(opened public.orders, lines shop.priced_line[], priced shop.order_price) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'before', jsonb_build_object('items', shop.items_in_brief(opened.id), 'subtotal', opened.subtotal, 'shipping', opened.shipping,
                                 'total', opened.total_amount)
      || shop.discount_json(opened.discount, opened.delivery_discount, opened.discount_code, null),
    'after', jsonb_build_object('items', shop.lines_in_brief(lines), 'subtotal', priced.subtotal, 'shipping', priced.shipping,
                                'total', priced.total)
      || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal));
end;
$$;

-- What was answered when pieces were added with this key, null for a new one; two calls with it wait for each other. Takes the key, the
-- fingerprint of what is asked now, and the order. Refuses 409 `idempotency_mismatch` for another order or other pieces.
create function shop.find_addition(idempotency_key text, fingerprint text, order_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  done shop.order_additions;
begin
  perform pg_advisory_xact_lock(hashtextextended(find_addition.idempotency_key, 0));
  select * into done from shop.order_additions a where a.idempotency_key = find_addition.idempotency_key;
  if done.request_fingerprint <> fingerprint or done.order_id <> find_addition.order_id then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "addition"}');
  end if;
  return done.outcome;
end;
$$;

-- Refuses pieces that a shopper may not add: too many, or of a stranger who holds too many already. Takes the order, the pieces and what
-- they cost.
create function shop.refuse_large_addition(opened public.orders, more shop.priced_line[], costs numeric) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.refuse_large_order(more, costs, opened.customer_phone, opened.device_fingerprint, opened.id);
  if not opened.awaits_proof and exists (select from shop.unconfirmed_orders u where u.id = opened.id)
     and shop.needs_proof((select sum(l.quantity) from unnest(more) l), opened.customer_phone,
                          (select n.network from shop.order_networks n where n.order_id = opened.id)) then
    perform shop.refuse('adding_refused');
  end if;
end;
$$;

-- Adds pieces to an order that is not packed; a code that holds no more takes nothing off them. Takes its number, the key of its page,
-- [{productId, quantity, selectedColor?, selectedSize?}], the delivery rule {freeFrom, fee}, the most lines of an order, the new total that
-- the shopper saw, whether to say only what would be, the key of this attempt or null, and whether what strangers may take is limited.
-- Adding never makes delivery dearer. Returns {page: as `order_page`, before, after}, both {items, subtotal, shipping, total}; for a key
-- that was used before what it did then. Refuses like `shop.lock_unpacked_order`, 409 `out_of_stock`, `choice_unavailable`, `price_changed`
-- {total}, `adding_refused`, 422 `choice_required`, `idempotency_mismatch`, the field `items` for too many lines, and with limits
-- `order_too_large`. Nothing is written then. Locks are taken in one order: the key, who orders, the order with
-- its products, what strangers hold.
create function public.add_to_order(order_number text, key text, items jsonb, delivery jsonb, most_lines integer,
                                    total_seen numeric default null,
                                    preview boolean default false, idempotency_key text default null,
                                    is_limited boolean default true) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(jsonb_build_array(upper(order_number), items, total_seen)::text);
  opened public.orders := shop.open_order_page(order_number, key);
  more shop.priced_line[];
  lines shop.priced_line[];
  ids text[];
  priced shop.order_price;
  outcome jsonb;
begin
  if idempotency_key is not null and not preview then
    outcome := shop.find_addition(idempotency_key, fingerprint, opened.id);
    if outcome is not null then
      return outcome || jsonb_build_object('page', public.order_page(order_number, key));
    end if;
  end if;
  if is_limited then
    perform shop.lock_senders(array['phone ' || opened.customer_phone, 'device ' || opened.device_fingerprint]);
  end if;
  opened := shop.lock_unpacked_order(order_number, key, array (select i ->> 'productId' from jsonb_array_elements(items) i));
  more := array (select row(l.line_position, l.product_id, l.product_name, l.product_image, l.price, l.available,
                            l.quantity, l.selected_color,
                            l.selected_size, l.colors, l.sizes, l.variant_id, l.missing_choice,
                            shop.terms_now(shop.off_of(opened)))::shop.priced_line
                   from shop.price_lines(items) l order by l.line_position);
  perform shop.check_order_lines(more);
  select array_agg(w.line order by w.place), array_agg(w.item_id order by w.place) into lines, ids from shop.lines_with(opened.id, more) w;
  if cardinality(lines) > most_lines then
    perform shop.refuse_field('items', format('One order takes %s different items', most_lines));
  end if;
  -- Nothing is delivered that is collected in the shop.
  priced := shop.price_order(lines, case when opened.customer_address <> '' then delivery end, shop.off_of(opened), true,
                             opened.shipping + opened.delivery_discount);
  if is_limited then
    perform shop.refuse_large_addition(opened, more, priced.total - opened.total_amount);
  end if;

  outcome := shop.outcome_of_addition(opened, lines, priced);
  if not preview then
    if total_seen <> priced.total then
      perform shop.refuse('price_changed', jsonb_build_object('total', priced.total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(opened, lines, ids, priced, null, 'Added by the customer', 'Added by the customer');
    update public.orders o set pieces_added_at = now() where o.id = opened.id;
    perform shop.reassess_order(opened);
    if idempotency_key is not null then
      insert into shop.order_additions (idempotency_key, order_id, request_fingerprint, outcome)
      values (add_to_order.idempotency_key, opened.id, fingerprint, outcome);
    end if;
  end if;
  return outcome || jsonb_build_object('page', public.order_page(order_number, key));
end;
$$;

grant execute on function public.edit_order_items, public.add_to_order to service_role;
