-- Returns, exchanges and claims as the API shows them, to staff and on the page of the order.

-- A wanted piece as it is shown: {product_id, product_name, product_image, selected_color, selected_size}; null for none.
create function shop.wanted_json(wanted jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case when wanted is not null then jsonb_build_object(
           'product_id', wanted ->> 'productId', 'product_name', coalesce(p.name, ''),
           'product_image', shop.photo_of(p.images, p.photo_colors, wanted ->> 'selectedColor'),
           'selected_color', wanted ->> 'selectedColor', 'selected_size', wanted ->> 'selectedSize') end
    from (select 1) one left join public.products p on p.id = wanted ->> 'productId';
$$;

-- The lines of a request: [{item_id, product_id, product_name, product_image, selected_color, selected_size, sku, quantity, paid, received,
-- received_as, wanted}].
create function shop.return_items_json(request_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'item_id', i.id, 'product_id', i.product_id, 'product_name', i.product_name, 'product_image', i.product_image,
           'selected_color', i.selected_color, 'selected_size', i.selected_size, 'sku', v.sku, 'quantity', l.units, 'paid', l.paid,
           'received', l.received, 'received_as', l.received_as, 'wanted', shop.wanted_json(l.wanted)) order by i.position), '[]')
    from (select p.order_item_id, p.wanted, count(*) as units, sum(p.share) as paid, count(p.goods_back_id) as received,
                 coalesce(jsonb_agg(distinct p.received_as) filter (where p.received_as is not null), '[]') as received_as
            from shop.return_pieces p where p.request_id = return_items_json.request_id group by p.order_item_id, p.wanted) l
    join public.order_items i on i.id = l.order_item_id
    join public.product_variants v on v.id = i.variant_id;
$$;

-- A request as staff see it, without its history. Takes it, and the delivery rule {freeFrom, fee} or null, by which an exchange that was
-- not decided is reckoned.
create function shop.return_json(request public.return_requests, delivery jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  returned constant public.orders := (select o from public.orders o where o.id = request.order_id);
  made constant public.orders := (select o from public.orders o where o.id = request.exchange_order_id);
  sums record;
  lines shop.priced_line[];
  would shop.exchange_sums;
  exchange jsonb;
  owed numeric;
begin
  select * into sums from shop.return_sums(request);
  -- What was declined or withdrawn owes nothing.
  owed := case when request.state in ('declined', 'withdrawn') then sums.paid_back else sums.refund end;
  if made.id is not null then
    exchange := jsonb_build_object('total', made.total_amount, 'charges', made.shipping, 'credit', made.credit_used,
                                   'due', made.due_on_delivery, 'back', greatest(0, sums.refund - made.credit_used),
                                   'is_available', true, 'order_id', made.id, 'order_number', made.order_number,
                                   'sends_first', request.sends_first);
  elsif request.state = 'asked' and request.kind <> 'return' then
    lines := shop.exchange_lines(request.id);
    would := shop.sum_up_exchange(lines, shop.charges_of(request, returned, delivery), sums.refund);
    exchange := to_jsonb(would) || jsonb_build_object('is_available', shop.sold_out(lines) is null, 'order_id', null,
                                                      'order_number', null, 'sends_first', false);
  end if;
  return jsonb_build_object(
    'id', request.id, 'return_number', request.return_number, 'order_id', returned.id, 'order_number', returned.order_number,
    'customer_name', returned.customer_name, 'city', returned.city, 'kind', request.kind, 'state', request.state, 'wish', request.wish,
    'outcome', request.outcome, 'reason', request.reason, 'words', request.words, 'answer', request.answer, 'shop_pays', request.shop_pays,
    'comes_back', request.comes_back, 'items', shop.return_items_json(request.id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'sent_at', h.created_at) order by h.created_at, h.id), '[]')
                 from public.return_photos h where h.request_id = request.id and coalesce(h.kept_until > now(), true)),
    'refund', owed, 'delivery_back', request.delivery_back, 'paid_back', sums.paid_back,
    'to_pay', greatest(0, owed - sums.paid_back),
    'delivery_charge', case when request.kind = 'claim' then shop.delivery_left(returned) else 0 end,
    'may_approve', request.state = 'asked' and returned.status = 'delivered',
    'may_decline', request.state in ('asked', 'approved', 'received') and not shop.is_collected(request.id)
                   and (made.id is null or case when made.status = 'cancelled' or made.archived_at is not null then sums.paid_back = 0
                                                else shop.is_unshipped(made.status) end),
    'may_settle', returned.status = 'delivered' and (request.state = 'received' or request.state = 'approved' and not request.comes_back),
    'outcomes', (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id),
    'asked_at', request.created_at, 'updated_at', request.updated_at)
    || case when exchange is not null then jsonb_build_object('exchange', exchange) else '{}' end;
end;
$$;

-- What an order's page says of returns: {returns: {until, is_over, days, evidence, shop_pays, outcomes, kinds, items, requests}} once it
-- has arrived, and {exchange_of: number} for the order of an exchange; nothing otherwise. Takes the order.
create function shop.page_returns_json(opened public.orders) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  terms constant shop.return_terms := (select t from shop.return_terms t where t.order_id = opened.id);
  requests constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', r.id, 'return_number', r.return_number, 'kind', r.kind, 'state', r.state, 'wish', r.wish,
             'outcome', r.outcome, 'reason', r.reason,
             'words', r.words, 'answer', r.answer, 'shop_pays', r.shop_pays, 'comes_back', r.comes_back,
             'items', (select coalesce(jsonb_agg(l - 'sku' - 'paid' - 'received_as' order by n), '[]')
                         from jsonb_array_elements(shop.return_items_json(r.id)) with ordinality as t (l, n)),
             'photo_ids', (select coalesce(jsonb_agg(h.id order by h.created_at, h.id), '[]') from public.return_photos h
                            where h.request_id = r.id and coalesce(h.kept_until > now(), true)),
             'refund', s.refund, 'paid_back', s.paid_back,
             'exchange', case when e.id is not null then jsonb_build_object('order_number', e.order_number, 'due', e.due_on_delivery) end,
             'may_withdraw', r.state in ('asked', 'approved') and (e.id is null or shop.is_unshipped(e.status))
                             and not shop.is_collected(r.id)
                             and not exists (select from shop.return_pieces p where p.request_id = r.id and p.goods_back_id is not null),
             -- What was promised with the request, until staff decide.
             'promised', case when r.state = 'asked' and r.promised_charges is not null
                              then to_jsonb(shop.sum_up_exchange(shop.exchange_lines(r.id), r.promised_charges, s.refund)) end,
             'send_back', shop.sending_back_json(r),
             'asked_at', r.created_at, 'decided_at', r.decided_at) || shop.page_payout_json(r) order by r.created_at desc, r.id desc), '[]')
      from public.return_requests r
     cross join lateral shop.return_sums(r) s
      left join public.orders e on e.id = r.exchange_order_id and e.status <> 'cancelled' and e.archived_at is null
     where r.order_id = opened.id);
  items jsonb;
  kinds jsonb;
begin
  if terms.order_id is not null and (opened.status = 'delivered' or requests <> '[]') then
    select coalesce(jsonb_agg(jsonb_build_object(
      'item_id', i.id, 'product_id', i.product_id, 'product_name', i.product_name, 'product_image', i.product_image,
      'selected_color', i.selected_color, 'selected_size', i.selected_size, 'quantity', i.quantity, 'may_return', l.may_return,
      'may_claim', l.may_claim, 'obstacle', l.obstacle, 'because', l.because) order by l.place), '[]'),
           to_jsonb(array_remove(array[
             case when sum(l.may_return) > 0 and terms.policy -> 'outcomes' ?| array['transfer', 'store_credit'] then 'return' end,
             case when sum(l.may_return) > 0 and terms.policy -> 'outcomes' ? 'exchange' then 'exchange' end,
             case when sum(l.may_claim) > 0 then 'claim' end], null))
      into items, kinds
      from shop.returnable(opened) l join public.order_items i on i.id = l.item_id;
  end if;
  return case when items is null then '{}' else jsonb_build_object('returns', jsonb_build_object(
           -- The last second of the last day, so that whoever shows its day shows that one.
           'until', terms.ends_at - interval '1 second', 'is_over', terms.ends_at <= now(), 'days', (terms.policy ->> 'days')::integer,
           'evidence', terms.policy -> 'evidence', 'shop_pays', terms.policy -> 'shopPays', 'outcomes', terms.policy -> 'outcomes',
           'kinds', kinds, 'items', items, 'requests', requests)) end
    || jsonb_strip_nulls(jsonb_build_object('exchange_of', (select o.order_number from public.return_requests r
                                                            join public.orders o on o.id = r.order_id
                                                             where r.exchange_order_id = opened.id)));
end;
$$;
