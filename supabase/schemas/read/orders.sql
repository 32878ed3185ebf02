-- Orders as the API shows them, each made of all that belongs to it.

-- What an order is made of: its row, its items, its parcels, the latest one last, its confirmation as staff see it {state, tries, dueAt,
-- score, reasons, callBecause, waitsFor: money | pieces | null, claimedBy: {id, name} | null, claimedUntil, override: {because, by, at} |
-- null, gate: open | closed}, null for one that was closed before orders were confirmed, and what was said by WhatsApp {question: {status,
-- error, updatedAt} | null, answers: [{pressed, body, effect, sentAt}], the latest last}, null where nothing was, and what was paid
-- (`shop.paid_json`), and where its money is (`shop.money_state_of`). Only the parts that are asked for are read.
create view shop.order_parts with (security_invoker = true) as
  select o.id as order_id, o as stored, shop.paid_json(o) as paid, shop.money_state(o) as money_state,
         (select coalesce(json_agg(line order by line.position), '[]')
            from (select i.id, i.order_id, i.position, i.product_id, i.variant_id, i.product_name, i.product_image, i.selected_color,
                  i.selected_size, i.quantity,
                         i.price, i.discount, v.sku
                    from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = o.id) line) as items,
         (select coalesce(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number,
                                                     'status', s.status, 'carrier', s.carrier,
                                     'tracking_number', s.tracking_number, 'weight', s.weight, 'received_at', s.received_at,
                                     'is_awaited', shop.is_back(s.status) and s.received_at is null and s.sent_again_at is null
                                                   and shop.awaits_goods_back(s, o),
                                     'updated_at', s.updated_at) order by s.created_at, s.id), '[]')
            from public.shipments s where s.order_id = o.id and s.archived_at is null) as shipments,
         (select json_build_object(
                   'state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons,
                   'call_because', coalesce(c.call_because, case when not c.is_open then null
                                                                 when c.awaits_advance then 'The advance has not arrived'
                                                                 when c.awaits_return then 'The pieces of the exchange are not back' end),
                   'waits_for', case when not c.is_open then null
                                     when c.awaits_return then 'pieces' when c.awaits_advance then 'money' end,
                   'claimed_by', case when c.claimed_until > now() then (select json_build_object('id', s.id, 'name', s.username)
                                                                           from public.staff s where s.id = c.claimed_by) end,
                   'claimed_until', case when c.claimed_until > now() then c.claimed_until end,
                   'override', case when c.overridden_at is not null
                                    then json_build_object('because', c.overridden_because, 'at', c.overridden_at,
                                      'by', (select s.username from public.staff s where s.id = c.overridden_by)) end,
                   'gate', case when shop.is_stopped_by_gate(c, o.created_at, (select r.gate_since from public.confirmation_rules r))
                                then 'closed' else 'open' end)
            from public.order_confirmations c where c.order_id = o.id) as confirmation,
         (select json_build_object('question', w.question, 'answers', coalesce(w.answers, '[]'))
            from (select (select json_build_object('status', q.status, 'error', q.error, 'updated_at', q.updated_at)
                            from public.whatsapp_questions q where q.order_id = o.id) as question,
                         (select json_agg(json_build_object('pressed', a.pressed, 'body', a.body, 'effect', a.effect, 'sent_at', a.sent_at)
                                          order by a.sent_at, a.id)
                            from public.whatsapp_answers a where a.order_id = o.id) as answers) w
           where w.question is not null or w.answers is not null) as whatsapp
    from public.orders o;
grant select on shop.order_parts to service_role;

-- An order as its shopper sees it: with its items and parcels. Takes its id.
create function shop.order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (select to_jsonb(p.stored) || jsonb_build_object('items', p.items, 'shipments', p.shipments, 'paid', p.paid)
            from shop.order_parts p where p.order_id = order_json.order_id);
end;
$$;

-- Orders as staff see them, in the order of their ids: with all their parts. As `json`, which is written at once, while `jsonb` is built
-- and sorted before: a page of them takes half the time. Each order is read by its id, so one plan suits all: planning took four times as
-- long as reading one order.
create function shop.staff_orders_json(ids text[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
begin
  return (select coalesce(json_agg(document order by page.place), '[]')
            from unnest(ids) with ordinality as page (id, place)
           cross join lateral (select (p.stored).*, p.items, p.shipments, p.confirmation, p.whatsapp, p.paid, p.money_state
                                 from shop.order_parts p where p.order_id = page.id) document);
end;
$$;

-- An order as staff see it. Takes its id.
create function shop.staff_order_json(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return shop.staff_orders_json(array[order_id]) -> 0;
end;
$$;
