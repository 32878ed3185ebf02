SET local check_function_bodies = off;

DROP FUNCTION "public"."add_to_order"(text, text, jsonb, jsonb, integer, numeric, boolean, text, boolean);

DROP FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean);

DROP FUNCTION "public"."merge_twin_orders"(text, text, jsonb, uuid);

DROP FUNCTION "public"."order_twins"(text, jsonb);

DROP FUNCTION "shop"."edited_lines"(public.orders, jsonb);

DROP FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, text, text, text, text, uuid, uuid, boolean);

DROP FUNCTION "shop"."lines_in_brief"(shop.priced_line[]);

DROP FUNCTION "shop"."lines_of"(text);

DROP FUNCTION "shop"."lines_with"(text, shop.priced_line[], jsonb);

DROP FUNCTION "shop"."merged_lines"(public.orders, public.orders);

DROP FUNCTION "shop"."merged_reason"(public.orders, public.orders);

DROP FUNCTION "shop"."off_of"(public.orders);

DROP FUNCTION "shop"."outcome_of_addition"(public.orders, shop.priced_line[], shop.order_price);

DROP FUNCTION "shop"."price_merged"(public.orders, public.orders, jsonb);

DROP FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric);

DROP FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[]);

DROP FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric);

DROP FUNCTION "shop"."write_order_lines"(public.orders, shop.priced_line[], text[], shop.order_price, uuid, text, text, text);

ALTER TABLE "public"."orders"
  ADD COLUMN "terms" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "public"."orders"
  ADD COLUMN "refunded_at_delivery" numeric(12,2);

CREATE TYPE "shop"."agreed_part" AS (
  "place"   integer,
  "item_id" text,
  "is_new"  boolean,
  "line"    shop.priced_line
);

CREATE TYPE "shop"."repriced" AS (
  "lines" shop.priced_line[],
  "ids"   text[],
  "terms" jsonb,
  "price" shop.order_price
);

CREATE OR REPLACE FUNCTION public.add_to_order (
  order_number    text,
  key             text,
  items           jsonb,
  most_lines      integer,
  total_seen      numeric DEFAULT NULL::numeric,
  preview         boolean DEFAULT false,
  idempotency_key text    DEFAULT NULL::text,
  is_limited      boolean DEFAULT true
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  fingerprint constant text := md5(jsonb_build_array(upper(order_number), items, total_seen)::text);
  opened public.orders := shop.open_order_page(order_number, key);
  more shop.priced_line[];
  made shop.repriced;
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
  more := array (select row(l.*)::shop.priced_line from shop.price_lines(items) l order by l.line_position);
  perform shop.check_order_lines(more);
  made := shop.reprice(
    array (select p from shop.parts_of(opened.id) p
           union all select row(1000 + m.line_position, null, true, m)::shop.agreed_part from unnest(more) m),
    opened.terms, shop.off_of(opened));
  if cardinality(made.lines) > most_lines then
    perform shop.refuse_field('items', format('One order takes %s different items', most_lines));
  end if;
  if is_limited then
    perform shop.refuse_large_addition(opened, more, (made.price).total - opened.total_amount);
  end if;

  outcome := shop.change_of(opened, made);
  if not preview then
    if total_seen <> (made.price).total then
      perform shop.refuse('price_changed', jsonb_build_object('total', (made.price).total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(opened, made, null, 'Added by the customer', 'Added by the customer');
    update public.orders o set pieces_added_at = now() where o.id = opened.id;
    perform shop.reassess_order(opened);
    if idempotency_key is not null then
      insert into shop.order_additions (idempotency_key, order_id, request_fingerprint, outcome)
      values (add_to_order.idempotency_key, opened.id, fingerprint, outcome);
    end if;
  end if;
  return outcome || jsonb_build_object('page', public.order_page(order_number, key));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.cancel_twin_order (
  order_id text,
  other_id text,
  reason   text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
  kept constant public.orders := both_orders[1];
  later constant public.orders := both_orders[2];
begin
  perform shop.act_as(actor);
  if later.status <> 'cancelled' then
    if not exists (select from shop.twins_of(kept.id) t where t.id = later.id) then
      perform shop.refuse('not_twins');
    end if;
    perform public.set_order_status(later.id, 'cancelled', actor);
    perform shop.log_order_event(later.id, 'note', '', null, null,
                                 format('Cancelled as a duplicate of %s: %s', kept.order_number, reason));
    perform shop.log_order_event(kept.id, 'note', '', null, null, later.order_number || ' was cancelled as its duplicate');
  end if;
  return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'cancelled', shop.staff_order_json(later.id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.edit_order_items (
  order_id         text,
  items            jsonb,
  delivery         jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  total_seen       numeric                  DEFAULT NULL::numeric,
  preview          boolean                  DEFAULT false,
  by_today         boolean                  DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id, array (select i ->> 'productId' from jsonb_array_elements(items) i));
  edited shop.agreed_part[];
  needed shop.priced_line[];
  terms_today jsonb;
  agreed shop.repriced;
  today shop.repriced;
  made shop.repriced;
  answer jsonb;
begin
  perform shop.act_as(actor);
  perform shop.check_version(before.updated_at, expected_version);
  if not shop.is_unpacked(before) then
    perform shop.refuse('order_packed');
  end if;

  select array_agg(e.part order by (e.part).place), array_agg((e.part).line order by (e.part).place) filter (where not e.is_kept)
    into edited, needed from shop.edited_lines(before, items) e;
  perform shop.check_order_lines(coalesce(needed, '{}'));
  agreed := shop.reprice(edited, before.terms, shop.off_of(before));
  terms_today := shop.terms_today(before, delivery, (select sum((e.line).quantity) from unnest(edited) e));
  today := shop.reprice(edited, terms_today, terms_today -> 'off');
  made := case when by_today then today else agreed end;
  answer := shop.change_of(before, made)
    || case when (today.price).total <> (agreed.price).total then jsonb_build_object('today', shop.price_in_brief(today)) else '{}' end;

  if not preview then
    if total_seen <> (made.price).total then
      perform shop.refuse('price_changed', jsonb_build_object('total', (made.price).total), '{"of": "order"}');
    end if;
    perform shop.write_order_lines(before, made, actor, 'Items changed');
  end if;
  return answer || jsonb_build_object('order', shop.staff_order_json(before.id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.merge_twin_orders (
  order_id text,
  other_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  both_orders constant public.orders[] := array (select t from shop.lock_twins(order_id, other_id, actor) t);
  kept public.orders := both_orders[1];
  merged constant public.orders := both_orders[2];
  -- As they are: cancelling the other order releases the use of its code.
  made constant shop.repriced := shop.merged_orders(kept, merged);
  is_confirmed constant boolean := not exists (select from public.order_confirmations c where c.order_id = merged.id
                                               and c.state <> 'confirmed');
begin
  perform shop.act_as(actor);
  if merged.merged_into is not distinct from kept.id then
    return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
  end if;
  if not exists (select from shop.twins_of(kept.id) t where t.id = merged.id) then
    perform shop.refuse('not_twins');
  end if;

  -- The pieces go back for a moment, and nobody who waits for them is told.
  perform set_config('shop.merges_orders', 'on', true);
  perform shop.move_together(merged, 'cancelled', actor);
  update public.orders o set merged_into = kept.id where o.id = merged.id;
  -- Pieces that one of them has stay taken.
  if kept.awaits_proof and not merged.awaits_proof then
    update public.orders o set awaits_proof = false where o.id = kept.id returning * into kept;
  end if;
  perform shop.write_order_lines(kept, made, actor, 'Merged with ' || merged.order_number, 'Merged with ' || merged.order_number);
  perform set_config('shop.merges_orders', 'off', true);
  perform shop.log_order_event(merged.id, 'note', '', null, null, 'Merged into ' || kept.order_number);
  update public.orders o set notes = concat_ws(e'\n', nullif(o.notes, ''), merged.notes)
   where o.id = kept.id and merged.notes not in ('', o.notes) and length(o.notes) + length(merged.notes) < 1000;

  perform shop.reassess_order(kept);
  if not is_confirmed then
    perform shop.ask_anew(kept.id, merged.order_number || ' was not confirmed');
  end if;
  return jsonb_build_object('kept', shop.staff_order_json(kept.id), 'merged', shop.staff_order_json(merged.id));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.order_twins (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  asked public.orders;
begin
  select * into asked from public.orders o where o.id = order_twins.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', t.id, 'order_number', t.order_number, 'created_at', t.created_at, 'total_amount', t.total_amount,
             'taken_off', t.discount + t.delivery_discount, 'discount_code', t.discount_code,
             'customer_name', t.customer_name,
             'customer_address', t.customer_address, 'city', t.city, 'items', shop.items_in_brief(t.id),
             'shared', (select jsonb_agg(distinct i.product_name) from public.order_items i
                        join public.order_items s on s.product_id = i.product_id
                         where i.order_id = t.id and s.order_id = asked.id),
             'is_earlier', (t.created_at, t.id) < (asked.created_at, asked.id), 'merged_total', (m.price).total,
             'merged_taken_off', (m.price).discount + (m.price).delivery_discount, 'merged_code', (m.price).code)
             order by t.created_at, t.id), '[]')
      from shop.twins_of(asked.id) t
     cross join lateral (select (case when (t.created_at, t.id) < (asked.created_at, asked.id) then shop.merged_orders(t, asked)
                                      else shop.merged_orders(asked, t) end).price) m);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."order_twins"(text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.place_order (
  payload         jsonb,
  delivery        jsonb,
  idempotency_key text  DEFAULT NULL::text,
  shopper         uuid  DEFAULT NULL::uuid,
  device          text  DEFAULT NULL::text,
  limits          jsonb DEFAULT NULL::jsonb,
  actor           uuid  DEFAULT NULL::uuid,
  network         text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  -- Covers what the shopper sent. A city that the shop has learned meanwhile does not make it another order.
  fingerprint text := md5((payload - array['cityKnown', 'cityTakesCash'])::text);
  content_fingerprint text;
  lines shop.priced_line[];
  off jsonb;
  priced shop.order_price;
  placed public.orders;
  awaits_proof boolean := false;
  answer jsonb;
begin
  if idempotency_key is not null then
    answer := shop.find_order_of_key(idempotency_key, fingerprint);
    if answer is not null then return answer; end if;
    content_fingerprint := shop.content_fingerprint(payload);
    if not coalesce((payload ->> 'repeat')::boolean, false) then
      perform shop.refuse_repeated_order(content_fingerprint);
    end if;
  end if;
  if limits is not null then
    perform shop.refuse_order_flood(payload, device, limits);
  end if;

  perform shop.lock_for_order(payload);
  lines := array (select row(l.*)::shop.priced_line from shop.price_lines(payload -> 'items') l order by l.line_position);
  perform shop.check_order_lines(lines);
  off := case when payload ? 'code' then jsonb_build_object('code', payload ->> 'code') else payload -> 'discount' end;
  priced := shop.price_order(lines, delivery, off);
  perform shop.refuse_other_price(priced, payload, delivery);
  if limits is not null then
    perform shop.refuse_large_order(lines, priced.total, payload ->> 'customerPhone', device);
    awaits_proof := shop.needs_proof((select sum(l.quantity) from unnest(lines) l), payload ->> 'customerPhone', network);
  end if;
  placed := shop.insert_order(payload, lines, priced, jsonb_build_object('delivery', delivery, 'off', off), idempotency_key,
                              fingerprint, content_fingerprint, device, shopper, actor, awaits_proof);
  if priced.code is not null then
    perform shop.redeem_code(placed, priced, payload, delivery);
  end if;
  if actor is not null then
    perform shop.note_words_of_staff(placed, payload, actor);
  end if;
  if actor is null and network is not null then
    insert into shop.order_networks (order_id, network) values (placed.id, place_order.network);
  end if;
  perform shop.take_pieces(placed.id, placed.order_number, actor, true);
  if ((payload ->> 'payByTransfer')::boolean) then
    -- All of it, whatever a rule asks.
    perform shop.store_request(placed, 'all', placed.total_amount, 24, '', null);
  end if;

  answer := shop.placed_order_json(placed.id);
  perform shop.mail_placed_order(placed.customer_email, answer);
  return answer;
end;
$function$;

CREATE OR REPLACE FUNCTION public.project_report()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'open', (select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
               from pg_catalog.pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity),
    'watches_passwords', exists (select from pg_catalog.pg_trigger t
                                  where t.tgname = 'shop_new_password' and t.tgrelid = 'auth.users'::regclass and t.tgenabled <> 'D'),
    'marked', (select coalesce(jsonb_agg(m.row_is order by m.row_is), '[]') from shop.marked_rows() m),
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_order_placed (
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if new.collected <> 0 then perform shop.book_collected(null, new); end if;
  perform shop.begin_confirmation(new);
  perform shop.count_order(null, new);
  if shop.has_shipped(new.status) then perform shop.check_dispatch_gate(new.id); end if;
  if shop.is_discounted(null, new) then perform shop.need_right('discount_orders'); end if;
  if new.placed_by is not null then perform shop.need_right('place_orders'); end if;
  if new.shopper_id is not null then perform shop.note_used_address(new); end if;
  if new.placed_by is not null then perform shop.note_order_by_staff(new); end if;
  if new.status = 'delivered' then perform shop.promise_returns(new); end if;
  if new.source = 'website' and new.archived_at is null and new.status = 'pending' then perform shop.push_new_order(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.agreed_lines (
  parts shop.agreed_part[],
  off   jsonb
)
  RETURNS TABLE (
    place   integer,
    item_id text,
    line    shop.priced_line
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    with dealt as (
      -- A line in two parts keeps its id in the first.
      select u.place, u.age, u.terms, u.units, l.*,
             case when row_number() over (partition by u.item_id order by u.age nulls last) = 1 then u.item_id end as kept_id
        from shop.under_agreed_terms(parts, off) u join unnest(parts) p on p.place = u.place cross join lateral (select (p.line).*) l
    ), together as (
      select d.*, coalesce(d.kept_id, first_value(d.kept_id) over (
               partition by d.product_id, d.variant_id, d.price, d.selected_color, d.selected_size, d.terms
                   order by d.kept_id is null, d.place)) as line_id
        from dealt d
    )
    select (row_number() over (order by min(t.place), min(t.age) nulls last))::integer, t.line_id,
           row(min(t.line_position), t.product_id, (array_agg(t.product_name order by t.place))[1],
               (array_agg(t.product_image order by t.place))[1], t.price, 0, sum(t.units)::integer, t.selected_color, t.selected_size, null,
               null, t.variant_id, null, t.terms)::shop.priced_line
      from together t
     group by t.line_id, t.product_id, t.price, t.selected_color, t.selected_size, t.variant_id, t.terms;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.before_order_change()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if tg_op = 'INSERT' then
    if new.terms = '{}' then new.terms := shop.shown_terms(new); end if;
    if new.status = 'delivered' then new := shop.collect_at_door(null, new); end if;
    return shop.give_order_its_customer(null, new);
  end if;

  if new.status <> old.status then new := shop.collect_at_door(old, new); end if;
  if (new.customer_phone, new.customer_id) <> (old.customer_phone, old.customer_id) then
    new := shop.give_order_its_customer(old, new);
  end if;
  if old.merged_into is not null and new.status <> old.status then perform shop.keep_merged_cancelled(old); end if;
  -- One that goes on awaits no proof any more.
  new.awaits_proof := new.awaits_proof and new.status = 'pending';
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.cash_at_door (
  old public.orders,
  new public.orders
)
  RETURNS numeric
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return greatest(coalesce(old.collected, 0), new.total_amount - new.advance_verified - new.credit_used
                    + coalesce(old.refunded_at_delivery, new.refunded) - shop.uncollected_of(new.id));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.change_of (
  before public.orders,
  after  shop.repriced
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'before', jsonb_build_object('items', shop.items_in_brief(before.id), 'subtotal', before.subtotal, 'shipping', before.shipping,
                                 'total', before.total_amount)
      || shop.discount_json(before.discount, before.delivery_discount, before.discount_code, null),
    'after', shop.price_in_brief(after));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.change_order_phone (
  before       public.orders,
  phone        text,
  second_phone text,
  total_seen   numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  use public.code_redemptions;
  off jsonb;
  made shop.repriced;
  priced shop.order_price;
begin
  begin
    update public.orders o set customer_phone = change_order_phone.phone,
      second_phone = change_order_phone.second_phone where o.id = before.id;
    update public.code_redemptions r
       set phone = o.customer_phone
      from public.orders o where o.id = before.id and r.order_id = o.id and r.phone <> o.customer_phone
    returning r.* into use;
    -- The use of a cancelled order is free; it is asked about when the order comes back.
    if use.order_id is null or use.released_at is not null or not shop.is_unpacked(before) or shop.phone_refusal(use) is null then
      return null;
    end if;
    raise unique_violation;
  exception when unique_violation then
    -- Nothing of it is written.
  end;

  if shop.is_unpacked(before) then
    off := shop.off_without_code(before.terms -> 'off');
    made := shop.reprice(array (select p from shop.parts_of(before.id) p), before.terms || jsonb_build_object('off', off), off);
    priced := made.price;
    if total_seen is distinct from priced.total then
      return jsonb_build_object('total', priced.total, 'totalBefore', before.total_amount, 'code', before.discount_code);
    end if;
    perform shop.change_redemption(before, priced);
    update public.order_items i set discount = s.share, code_terms = null
      from unnest(made.ids, priced.shares) s (id, share) where i.order_id = before.id and i.id = s.id;
    update public.orders o
       set customer_phone = change_order_phone.phone, second_phone = change_order_phone.second_phone,
           terms = jsonb_strip_nulls(made.terms),
           discount = priced.discount, shipping = priced.shipping, delivery_discount = priced.delivery_discount,
           total_amount = priced.total, discount_code = null, discount_reason = shop.reason_of(priced, made.terms)
     where o.id = before.id;
  else
    update public.orders o set customer_phone = change_order_phone.phone, second_phone = change_order_phone.second_phone
     where o.id = before.id;
  end if;
  -- A packed order keeps what the phone has already, beside its other use.
  update public.code_redemptions r set phone = o.customer_phone, is_once = r.is_once and shop.is_unpacked(before)
    from public.orders o where o.id = before.id and r.order_id = o.id;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.collect_at_door (
  old public.orders,
  new public.orders
)
  RETURNS public.orders
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  paid_before constant numeric := new.advance_verified + new.credit_used;
begin
  if new.status = 'delivered' then
    new.collected := shop.cash_at_door(old, new);
    new.refunded_at_delivery := coalesce(old.refunded_at_delivery, new.refunded);
  elsif new.status <> 'cancelled' and new.refunded_at_delivery is not null then
    if new.refunded > paid_before or new.refunded > new.refunded_at_delivery and new.total_amount + new.refunded > paid_before then
      perform shop.refuse('money_refunded', '{}', jsonb_build_object('refunded', shop.rupees_text(new.refunded)));
    end if;
    new.collected := 0;
    new.refunded_at_delivery := null;
  end if;
  return new;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.deal (
  pieces bigint[],
  places bigint[]
)
  RETURNS TABLE (
    part  integer,
    kind  integer,
    units integer
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  with parts as (
    select p.n, sum(p.units) over (order by p.n) - p.units as first, sum(p.units) over (order by p.n) as last
      from unnest(pieces) with ordinality p (units, n)
  ), kinds as (
    select p.n, sum(p.units) over (order by p.n) - p.units as first, sum(p.units) over (order by p.n) as last
      from unnest(places || array[1000000000::bigint]) with ordinality p (units, n)
  )
  select p.n::integer, case when k.n <= cardinality(places) then k.n end::integer,
         (least(p.last, k.last) - greatest(p.first, k.first))::integer
    from parts p join kinds k on k.first < p.last and p.first < k.last;
$function$;

CREATE OR REPLACE FUNCTION shop.different_fields (
  of_row jsonb,
  other  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_object_agg(f.key, f.value) from jsonb_each(of_row) f
           where f.value is distinct from other -> f.key
             and f.key <>
           all ('{updated_at,order_number,received_at,advance_verified,credit_used,collected,refunded,refunded_at_delivery,due_on_delivery,
                  to_refund,terms}'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.edited_lines (
  asked public.orders,
  items jsonb
)
  RETURNS TABLE (
    is_kept boolean,
    part    shop.agreed_part
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return query
    with wanted as (
      select l.*, o.code_terms as sold_terms, o.id as sold_id, o.price as sold_price, o.quantity as sold_quantity,
             o.variant_id as sold_variant, o.product_name as sold_name, o.product_image as sold_image,
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
               case when p.part_price = p.sold_price then p.sold_image else p.product_image end,
               p.part_price,
               (p.available + coalesce(h.units, 0)
                - coalesce((select sum(k.units) from parts k where k.kept and k.sold_variant = p.variant_id), 0))::integer,
               p.units, p.selected_color, p.selected_size, p.colors, p.sizes,
               case when p.kept then p.sold_variant else p.variant_id end, p.missing_choice, p.part_terms
              )::shop.priced_line)::shop.agreed_part
      from parts p left join taken h on h.variant_id = p.variant_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.insert_order (
  payload             jsonb,
  lines               shop.priced_line[],
  priced              shop.order_price,
  terms               jsonb,
  idempotency_key     text,
  fingerprint         text,
  content_fingerprint text,
  device_fingerprint  text,
  shopper             uuid,
  actor               uuid,
  awaits_proof        boolean
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  placed public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city,
                             city_known, city_takes_cash,
                             zip_code, country, subtotal, discount, shipping, delivery_discount, total_amount,
                             discount_code, discount_reason, terms,
                             payment_method, notes, shopper_id, idempotency_key,
                             request_fingerprint, content_fingerprint, device_fingerprint, placed_by, source, awaits_proof)
  values (payload ->> 'customerName', payload ->> 'customerEmail', payload ->> 'customerPhone', payload ->> 'secondPhone',
          payload ->> 'customerAddress',
          coalesce(payload ->> 'city', ''), payload ->> 'cityKnown', (payload ->> 'cityTakesCash')::boolean,
          coalesce(payload ->> 'zipCode', ''), coalesce(payload ->> 'country', 'pk'),
          priced.subtotal, priced.discount, priced.shipping, priced.delivery_discount, priced.total, priced.code,
          shop.reason_of(priced, terms), shop.terms_with(terms, lines, priced),
          payload ->> 'paymentMethod', coalesce(payload ->> 'notes', ''), shopper, insert_order.idempotency_key, fingerprint,
          insert_order.content_fingerprint,
          insert_order.device_fingerprint, actor, case when actor is null then 'website' else payload ->> 'source' end::shop.order_source,
          insert_order.awaits_proof)
  returning * into placed;

  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price,
                                  discount, code_terms)
  select placed.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color,
    l.selected_size, l.quantity, l.price,
         priced.shares[l.ordinality], priced.code_terms[l.ordinality]
    from unnest(lines) with ordinality l;
  return placed;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lock_orders (
  ids       text[],
  products  text[] DEFAULT '{}'::text[],
  customers text[] DEFAULT '{}'::text[]
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  each text;
begin
  for each in select distinct i.id from unnest(ids) as i (id) where i.id is not null order by i.id loop
    perform 1 from public.orders o where o.id = each for update;
  end loop;
  for each in
    select o.customer_id from public.orders o where o.id = any (ids)
    union select p.customer_id from public.payments p where p.order_id = any (ids)
    union select c.id from unnest(customers) as c (id) order by 1
  loop
    perform 1 from public.customers c where c.id = each for no key update;
  end loop;
  -- Also a code that an edit has dropped, and another may bring back.
  for each in select distinct o.terms #>> '{off,code}' from public.orders o where o.id = any (ids) and o.terms #> '{off,code}' is not null
    order by 1 loop
    perform shop.lock_code(each);
  end loop;
  perform shop.lock_products(array (select i.product_id from public.order_items i where i.order_id = any (ids)) || products);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.mail_placed_order (
  email  text,
  answer jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if email <> '' then
    insert into public.mail_outbox (kind, recipient, payload)
    values ('order_confirmation', email,
            answer - array['idempotency_key', 'request_fingerprint', 'content_fingerprint', 'device_fingerprint', 'terms',
                            'refunded_at_delivery']);
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.make_exchange (
  request     public.return_requests,
  charges     numeric,
  sends_first boolean
)
  RETURNS public.return_requests
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  old constant public.orders := (select o from public.orders o where o.id = request.order_id);
  lines shop.priced_line[];
  pieces numeric;
  made public.orders;
  confirmation public.order_confirmations;
  credit numeric;
  exchanged public.return_requests;
begin
  lines := shop.exchange_lines(request.id);
  perform shop.check_exchange(lines);
  pieces := (select sum(l.price * l.quantity) from unnest(lines) l);
  credit := least((select s.refund from shop.return_sums(request) s), pieces + charges);
  made := shop.write_exchange(request, old, lines, charges, credit);
  perform shop.take_pieces(made.id, made.order_number, shop.acting(), true);

  -- Agreed with the customer: nobody asks again, and no rule asks for an advance.
  update public.advance_requests r set ended_at = clock_timestamp() where r.order_id = made.id and r.ended_at is null;
  select * into confirmation from public.order_confirmations c where c.order_id = made.id;
  if confirmation.state <> 'confirmed' then
    perform shop.store_attempt(confirmation, 'rule', 'confirmed', null, 'Exchange for ' || old.order_number, null);
  end if;
  update public.order_confirmations c set call_because = null, awaits_return = request.comes_back and not make_exchange.sends_first
    where c.order_id = made.id;

  if credit > shop.received_of(old) then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', shop.received_of(old)),
                        jsonb_build_object('received', shop.rupees_text(shop.received_of(old))));
  end if;
  update public.return_requests r set exchange_order_id = made.id, sends_first = make_exchange.sends_first where r.id = request.id
    returning * into exchanged;
  if credit > 0 then
    -- Spent at once: what comes back pays for what goes out, in the one ledger.
    exchanged.credit_payment_id := (shop.pay('refund', 'store_credit', 'credit', 'customer', credit, old.id, made.customer_id, '',
                                             'Exchanged for ' || made.order_number)).id;
    update public.return_requests r set credit_payment_id = exchanged.credit_payment_id where r.id = request.id;
    perform shop.spend_credit((select o from public.orders o where o.id = made.id), credit);
  end if;
  perform shop.log_order_event(made.id, 'note', '', null, null, format('Exchange for %s, %s', old.order_number, request.return_number));
  perform shop.log_order_event(old.id, 'note', '', null, null, format('%s is exchanged for %s', request.return_number, made.order_number));
  return exchanged;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.marked_rows()
  RETURNS TABLE (
    row_is text
  )
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select 'order ' || o.order_number from public.orders o where o.order_number || o.customer_email ~ '[\u200e\u200f\u061c]'
  union all select 'customer ' || c.email from public.customers c where c.email ~ '[\u200e\u200f\u061c]'
  union all select 'message of ' || m.email from public.contact_messages m where m.email ~ '[\u200e\u200f\u061c]'
  union all select 'newsletter ' || n.email from public.newsletter_subscribers n where n.email ~ '[\u200e\u200f\u061c]'
  union all select 'stock notice of ' || s.email from public.stock_notices s where s.email ~ '[\u200e\u200f\u061c]'
  union all select 'invitation of ' || i.email from public.staff_invitations i where i.email ~ '[\u200e\u200f\u061c]'
  union all select 'supplier ' || p.supplier_email from public.purchase_orders p where p.supplier_email ~ '[\u200e\u200f\u061c]'
$function$;

CREATE OR REPLACE FUNCTION shop.merged_off (
  kept   public.orders,
  merged public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  own constant jsonb := nullif(shop.off_of(kept) - 'refusal', '{}');
  other jsonb := nullif(shop.off_of(merged) - 'refusal', '{}');
  use public.code_redemptions;
begin
  if kept.customer_phone <> merged.customer_phone then
    select * into use from public.code_redemptions r where r.order_id = merged.id;
    use.order_id := kept.id;
    use.phone := kept.customer_phone;
    if shop.phone_refusal(use, merged.id) is not null then
      other := shop.off_without_code(other);
    end if;
  end if;
  return case
    when own ->> 'code' = other ->> 'code'
      then own || jsonb_build_object('pieces', shop.pieces_of_both(own -> 'pieces', other -> 'pieces'))
    when own ? 'amount' and other ? 'amount' and not own ? 'code' and not other ? 'code'
      then jsonb_build_object('amount', (own ->> 'amount')::numeric + (other ->> 'amount')::numeric,
                              'reason', left(concat_ws('; ', own ->> 'reason', nullif(other ->> 'reason', own ->> 'reason')), 200))
    -- One that takes nothing off at present gives way.
    when kept.discount_code is null and kept.discount_reason is null then coalesce(other, own)
    else coalesce(own, other) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.merged_orders (
  kept   public.orders,
  merged public.orders
)
  RETURNS shop.repriced
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  off jsonb := shop.merged_off(kept, merged);
  parts constant shop.agreed_part[] := array (
    select p from shop.parts_of(kept.id, 0, coalesce(kept.terms #>> '{off,code}' = off ->> 'code', false)) p
    union all
    select row(p.place, null, p.is_new, p.line)::shop.agreed_part
      from shop.parts_of(merged.id, 1000, coalesce(merged.terms #>> '{off,code}' = off ->> 'code', false)) p);
  made shop.repriced := shop.reprice(parts, kept.terms || jsonb_build_object('off', off), off);
  more constant numeric := (made.price).total - kept.total_amount - merged.total_amount;
begin
  if more > 0 then
    off := coalesce(off, '{}') || jsonb_build_object(
      'amount', coalesce((off ->> 'amount')::numeric, 0) + more,
      'reason', coalesce(off ->> 'reason', kept.discount_reason, merged.discount_reason,
                         'As promised with ' || coalesce(merged.discount_code, kept.discount_code, merged.order_number)));
    made := shop.reprice(parts, kept.terms || jsonb_build_object('off', off), off);
  end if;
  return made;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.off_of (
  asked public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  off constant jsonb := asked.terms -> 'off';
  use public.code_redemptions;
  reason text;
begin
  if off ? 'code' and asked.discount_code is null then
    select * into use from public.code_redemptions r where r.order_id = asked.id;
    reason := case when exists (select from public.discount_codes c where c.id = use.code_id and shop.code_uses(c.id) >= c.max_uses)
                   then 'used_up' else shop.phone_refusal(use) end;
  end if;
  return case when reason is null then off
              else coalesce(shop.off_without_code(off), '{}')
                   || jsonb_build_object('refusal', jsonb_build_object('code', off ->> 'code', 'reason', reason)) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.off_without_code (
  off jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select nullif(off - array['code', 'pieces'], '{}');
$function$;

CREATE OR REPLACE FUNCTION shop.parts_of (
  order_id    text,
  first_place integer DEFAULT 0,
  keeps_terms boolean DEFAULT true
)
  RETURNS SETOF shop.agreed_part
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select row(first_place + i.position, i.id, not keeps_terms,
             row(i.position, i.product_id, i.product_name, i.product_image, i.price, 0, i.quantity, i.selected_color,
                 i.selected_size, null, null, i.variant_id, null,
                 case when keeps_terms then i.code_terms end)::shop.priced_line)::shop.agreed_part
    from public.order_items i where i.order_id = parts_of.order_id;
$function$;

CREATE OR REPLACE FUNCTION shop.pieces_of_both (
  own   jsonb,
  other jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_agg(jsonb_build_object('terms', t.terms, 'units', t.units) order by t.place)
    from (select p.piece -> 'terms' as terms, sum((p.piece ->> 'units')::integer) as units, min(p.n) as place
            from jsonb_array_elements(own || other) with ordinality p (piece, n) group by p.piece -> 'terms') t;
$function$;

CREATE OR REPLACE FUNCTION shop.price_in_brief (
  made shop.repriced
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  priced constant shop.order_price := made.price;
begin
  return jsonb_build_object('subtotal', priced.subtotal, 'shipping', priced.shipping, 'total', priced.total, 'items', (
           select coalesce(jsonb_agg(jsonb_build_object('product_id', l.product_id, 'name', l.product_name, 'color', l.selected_color,
                                                        'size', l.selected_size, 'quantity', l.quantity, 'price', l.price)
                                     order by l.ordinality), '[]')
             from unnest(made.lines) with ordinality l))
    || shop.discount_json(priced.discount, priced.delivery_discount, priced.code, priced.refusal);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.price_order (
  lines      shop.priced_line[],
  delivery   jsonb,
  off        jsonb              DEFAULT NULL::jsonb,
  is_granted boolean            DEFAULT false,
  paisa      numeric            DEFAULT 0
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price;
  amounts constant numeric[] := array (select coalesce(l.price, 0) * l.quantity from unnest(lines) with ordinality l order by l.ordinality);
begin
  priced.subtotal := (select coalesce(sum(a), 0) from unnest(amounts) a);
  priced.shipping := case when delivery is null then 0 else shop.delivery_charge(priced.subtotal, delivery) end;
  priced.discount := 0;
  priced.delivery_discount := 0;
  priced.shares := array_fill(0::numeric, array[cardinality(amounts)]);
  priced.refusal := off -> 'refusal';

  if off ? 'code' then
    priced := shop.take_off_code(priced, lines, amounts, off ->> 'code', is_granted);
  end if;
  priced := shop.take_off(priced, case when off ? 'amount' then least((off ->> 'amount')::numeric, priced.subtotal - priced.discount) end,
                          array (select a - s from unnest(amounts, priced.shares) with ordinality l (a, s, n) order by n));
  priced.shipping := priced.shipping - priced.delivery_discount;
  return shop.take_off_paisa(priced, amounts, paisa);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.promised_off (
  an_order public.orders
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
RETURN COALESCE((((an_order).terms #>> '{off,amount}'::text[]))::numeric, (0)::numeric);

CREATE OR REPLACE FUNCTION shop.is_discounted (
  old public.orders,
  new public.orders
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
RETURN ((COALESCE(current_setting('shop.merges_orders'::text, true), ''::text) <> 'on'::text) AND ((shop.promised_off(new) > shop.promised_off(old)) OR (((new).discount_reason IS
  NOT NULL) AND (((new).discount + (new).delivery_discount) >= (shop.promised_off(new) + (1)::numeric)))));

CREATE OR REPLACE FUNCTION shop.reason_of (
  priced shop.order_price,
  terms  jsonb
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return case when priced.code is null and priced.discount > 0 then coalesce(terms #>> '{off,reason}', 'Rounded to whole rupees') end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.reprice (
  parts shop.agreed_part[],
  terms jsonb,
  off   jsonb
)
  RETURNS shop.repriced
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  made shop.repriced;
begin
  select array_agg(a.line order by a.place), array_agg(a.item_id order by a.place) into made.lines, made.ids
    from shop.agreed_lines(parts, off) a;
  made.price := shop.price_order(made.lines, terms -> 'delivery', off, true, coalesce((terms ->> 'paisa')::numeric, 0));
  made.terms := terms #- '{off,refusal}';
  return made;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.shown_terms (
  shown public.orders,
  rule  jsonb         DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  charge constant numeric := shown.shipping + shown.delivery_discount;
begin
  return jsonb_build_object(
    'delivery', case when shown.customer_address <> '' and shop.delivery_charge(shown.subtotal, rule) = charge then rule
                     else jsonb_build_object('fee', charge, 'freeFrom', null) end,
    'paisa', shown.total_amount % 1)
    || case when shown.discount_code is not null
            then jsonb_build_object('off', jsonb_build_object('code', shown.discount_code, 'pieces', (
                   select coalesce(jsonb_agg(jsonb_build_object('terms', t.terms, 'units', t.units) order by t.place), '[]')
                     from (select i.code_terms as terms, sum(i.quantity) as units, min(i.position) as place from public.order_items i
                            where i.order_id = shown.id and i.code_terms is not null group by i.code_terms) t)))
            when shown.discount_reason is not null
            then jsonb_build_object('off', jsonb_build_object('amount', shown.discount, 'reason', shown.discount_reason))
            else '{}' end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_off (
  so_far  shop.order_price,
  taken   numeric,
  weights numeric[]
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price := so_far;
begin
  if taken > 0 then
    priced.discount := priced.discount + taken;
    priced.shares := array (select s + more from unnest(priced.shares, shop.shares_of(taken, weights)) with ordinality b (s, more, n)
                             order by n);
  end if;
  return priced;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_off_by_terms (
  so_far  shop.order_price,
  lines   shop.priced_line[],
  amounts numeric[]
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price := so_far;
  terms jsonb;
  part jsonb;
  taken numeric;
begin
  for terms in
    select l.code_terms from unnest(lines) with ordinality l where l.code_terms is not null group by l.code_terms order by min(l.ordinality)
  loop
    part := shop.off_by_terms(terms, lines, amounts, priced.subtotal, priced.shipping);
    -- A sum is taken off once, also where it was another one when more pieces came.
    taken := least((part ->> 'discount')::numeric,
                   case when terms ->> 'kind' = 'sum' then (terms ->> 'value')::numeric - priced.discount end);
    if part ? 'discount' then
      priced := shop.take_off(priced, taken, array (select w::numeric from jsonb_array_elements_text(part -> 'weights') w));
    end if;
    priced.delivery_discount := greatest(priced.delivery_discount, coalesce((part ->> 'deliveryDiscount')::numeric, 0));
    priced.refusal := coalesce(priced.refusal, part -> 'refusal');
  end loop;
  return priced;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_off_paisa (
  so_far  shop.order_price,
  amounts numeric[],
  paisa   numeric
)
  RETURNS shop.order_price
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  priced shop.order_price := so_far;
  total constant numeric := so_far.subtotal - so_far.discount + so_far.shipping;
  rest constant numeric := least((total - paisa) % 1, so_far.subtotal - so_far.discount);
  left_of_lines constant numeric[] := array (select a - s from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
  left_of_reduced constant numeric[] := array (select case when s > 0 then a - s else 0 end
                                                 from unnest(amounts, so_far.shares) with ordinality l (a, s, n) order by n);
begin
  priced := shop.take_off(priced, rest,
                          case when (select sum(r) from unnest(left_of_reduced) r) >= rest then left_of_reduced else left_of_lines end);
  priced.total := priced.subtotal - priced.discount + priced.shipping;
  return priced;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.terms_today (
  asked    public.orders,
  delivery jsonb,
  units    bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  off constant jsonb := shop.off_of(asked);
  code public.discount_codes;
  refusal jsonb;
begin
  select * into code from public.discount_codes c where c.code_key = shop.code_key(off ->> 'code');
  refusal := shop.code_refusal(code);
  -- The last use may be the order's own.
  if refusal ->> 'reason' = 'used_up' and asked.discount_code is not null then
    refusal := null;
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'delivery', case when asked.customer_address <> '' then delivery else asked.terms -> 'delivery' end,
    'paisa', asked.terms -> 'paisa',
    'off', case when code.id is null then off
                when refusal is null
                then off || jsonb_build_object('pieces', jsonb_build_array(
                       jsonb_build_object('terms', shop.code_terms(code), 'units', units)))
                else coalesce(shop.off_without_code(off), '{}') || jsonb_build_object('refusal', refusal) end));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.terms_with (
  terms  jsonb,
  lines  shop.priced_line[],
  priced shop.order_price
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return case when priced.code is null then jsonb_strip_nulls(terms) else jsonb_set(
    jsonb_strip_nulls(terms), '{off}', coalesce(nullif(terms -> 'off', 'null'), '{}') || jsonb_build_object('code', priced.code, 'pieces', (
      select jsonb_agg(jsonb_build_object('terms', k.terms, 'units', k.units) order by k.place)
        from (select u.terms, max(u.units) as units, min(u.place) as place
                from (select a.piece -> 'terms' as terms, (a.piece ->> 'units')::bigint as units, a.n as place
                        from jsonb_array_elements(coalesce(terms #> '{off,pieces}', '[]')) with ordinality a (piece, n)
                      union all
                      select c.terms, sum(l.quantity), 1000000 + min(c.n)
                        from unnest(lines) with ordinality l
                        join unnest(priced.code_terms) with ordinality c (terms, n) on c.n = l.ordinality
                       where c.terms is not null group by c.terms) u
               group by u.terms) k))) end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.under_agreed_terms (
  parts shop.agreed_part[],
  off   jsonb
)
  RETURNS TABLE (
    place   integer,
    item_id text,
    age     integer,
    terms   jsonb,
    units   integer
  )
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  now_terms constant jsonb := shop.terms_now(off);
  known constant jsonb[] := array (
    select a.piece -> 'terms' from jsonb_array_elements(off -> 'pieces') with ordinality a (piece, n) order by a.n);
  places bigint[] := array (
    select (a.piece ->> 'units')::bigint from jsonb_array_elements(off -> 'pieces') with ordinality a (piece, n) order by a.n);
  staying constant shop.agreed_part[] := array (
    select p from unnest(parts) p where (p.line).code_terms = any (known) order by array_position(known, (p.line).code_terms), p.place);
  coming constant shop.agreed_part[] := array (
    select p from unnest(parts) p where (p.line).code_terms = any (known) is not true order by not p.is_new, p.place);
  free constant bigint[] := array (
    select greatest(0, k.units - coalesce((select sum((p.line).quantity) from unnest(staying) p where (p.line).code_terms = known[k.n]), 0))
      from unnest(places) with ordinality k (units, n) order by k.n);
begin
  return query
    select (coming[d.part]).place, (coming[d.part]).item_id, d.kind,
           coalesce(known[d.kind], case when (coming[d.part]).is_new then now_terms else ((coming[d.part]).line).code_terms end), d.units
      from shop.deal(array (select (p.line).quantity from unnest(coming) with ordinality p order by p.ordinality), free) d;
  places := array (
    select k.units - coalesce((select sum(d.units) from shop.deal(
                       array (select (p.line).quantity from unnest(coming) with ordinality p order by p.ordinality),
                       free) d where d.kind = k.n), 0)
      from unnest(places) with ordinality k (units, n) order by k.n);
  return query
    select (staying[d.part]).place, (staying[d.part]).item_id, d.kind, coalesce(known[d.kind], ((staying[d.part]).line).code_terms), d.units
      from shop.deal(array (select (p.line).quantity from unnest(staying) with ordinality p order by p.ordinality),
                     places) d;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_exchange (
  request public.return_requests,
  old     public.orders,
  lines   shop.priced_line[],
  charges numeric,
  credit  numeric
)
  RETURNS public.orders
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  terms constant jsonb := jsonb_build_object('delivery', jsonb_build_object('fee', charges), 'paisa', credit % 1);
  priced constant shop.order_price := shop.price_order(lines, terms -> 'delivery', null, true, credit % 1);
  made public.orders;
begin
  insert into public.orders (customer_name, customer_email, customer_phone, second_phone, customer_address, city, city_known,
                             city_takes_cash, zip_code, country, subtotal, discount, discount_reason, shipping, total_amount, terms,
                             status, shopper_id, source, notes)
  values (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.customer_address, old.city, old.city_known,
          old.city_takes_cash, old.zip_code, old.country, priced.subtotal, priced.discount, shop.reason_of(priced, terms), priced.shipping,
          priced.total, terms, 'processing', old.shopper_id, old.source,
          format('Exchange for %s (%s)', old.order_number, request.return_number))
  returning * into made;
  insert into public.order_items (order_id, position, product_id, variant_id, product_name, product_image, selected_color,
                                  selected_size, quantity, price, discount)
  select made.id, l.line_position, l.product_id, l.variant_id, l.product_name, l.product_image, l.selected_color,
         l.selected_size, l.quantity, l.price, priced.shares[l.ordinality]
    from unnest(lines) with ordinality l;
  return made;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.write_order_lines (
  before public.orders,
  made   shop.repriced,
  actor  uuid,
  reason text,
  note   text          DEFAULT ''::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_to_order"(text, text, jsonb, integer, numeric, boolean, text, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."cancel_twin_order"(text, text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."edit_order_items"(text, jsonb, jsonb, uuid, timestamp WITH time zone, numeric, boolean, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."merge_twin_orders"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."order_twins"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_twins"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."order_twins"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."agreed_lines"(shop.agreed_part[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."agreed_lines"(shop.agreed_part[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."agreed_lines"(shop.agreed_part[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."agreed_lines"(shop.agreed_part[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."cash_at_door"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."cash_at_door"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."cash_at_door"(public.orders, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."cash_at_door"(public.orders, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."change_of"(public.orders, shop.repriced) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."change_of"(public.orders, shop.repriced) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_of"(public.orders, shop.repriced) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."change_of"(public.orders, shop.repriced) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."deal"(bigint[], bigint[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."deal"(bigint[], bigint[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."deal"(bigint[], bigint[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."deal"(bigint[], bigint[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."edited_lines"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."edited_lines"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."edited_lines"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."edited_lines"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, jsonb, text, text, text, text, uuid, uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, jsonb, text, text, text, text, uuid, uuid, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, jsonb, text, text, text, text, uuid, uuid, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."insert_order"(jsonb, shop.priced_line[], shop.order_price, jsonb, text, text, text, text, uuid, uuid, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."marked_rows"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."marked_rows"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."marked_rows"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."marked_rows"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."merged_orders"(public.orders, public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."merged_orders"(public.orders, public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."merged_orders"(public.orders, public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."merged_orders"(public.orders, public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."off_of"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."off_of"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."off_of"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."off_of"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."off_without_code"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."off_without_code"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."off_without_code"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."off_without_code"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."parts_of"(text, integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."parts_of"(text, integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parts_of"(text, integer, boolean) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parts_of"(text, integer, boolean) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."pieces_of_both"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."pieces_of_both"(jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_of_both"(jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_of_both"(jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."price_in_brief"(shop.repriced) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."price_in_brief"(shop.repriced) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_in_brief"(shop.repriced) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_in_brief"(shop.repriced) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_order"(shop.priced_line[], jsonb, jsonb, boolean, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."promised_off"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."promised_off"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."promised_off"(public.orders) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."promised_off"(public.orders) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."reason_of"(shop.order_price, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."reason_of"(shop.order_price, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reason_of"(shop.order_price, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reason_of"(shop.order_price, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."reprice"(shop.agreed_part[], jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."reprice"(shop.agreed_part[], jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reprice"(shop.agreed_part[], jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reprice"(shop.agreed_part[], jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."shown_terms"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."shown_terms"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."shown_terms"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."shown_terms"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."take_off"(shop.order_price, numeric, numeric[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."take_off"(shop.order_price, numeric, numeric[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off"(shop.order_price, numeric, numeric[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off"(shop.order_price, numeric, numeric[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[], numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[], numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[], numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."take_off_paisa"(shop.order_price, numeric[], numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."terms_today"(public.orders, jsonb, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."terms_today"(public.orders, jsonb, bigint) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."terms_today"(public.orders, jsonb, bigint) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."terms_today"(public.orders, jsonb, bigint) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."terms_with"(jsonb, shop.priced_line[], shop.order_price) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."terms_with"(jsonb, shop.priced_line[], shop.order_price) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."terms_with"(jsonb, shop.priced_line[], shop.order_price) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."terms_with"(jsonb, shop.priced_line[], shop.order_price) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."under_agreed_terms"(shop.agreed_part[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."under_agreed_terms"(shop.agreed_part[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."under_agreed_terms"(shop.agreed_part[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."under_agreed_terms"(shop.agreed_part[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_exchange"(public.return_requests, public.orders, shop.priced_line[], numeric, numeric) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."write_order_lines"(public.orders, shop.repriced, uuid, text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."write_order_lines"(public.orders, shop.repriced, uuid, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_order_lines"(public.orders, shop.repriced, uuid, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."write_order_lines"(public.orders, shop.repriced, uuid, text, text) TO "service_role";

-- Orders of before keep the terms that they show: what was charged, the code as their lines have it, and the delivery rule where it says the
-- same. What had gone back when one was delivered follows from what was collected then. Nothing follows from it: no order is changed by what it is known to be.
alter table public.orders disable trigger user;
update public.orders o
   set refunded_at_delivery = case when o.status = 'delivered' or o.collected > 0
         then greatest(0, least(o.refunded, o.collected + o.advance_verified + o.credit_used - o.total_amount)) end,
       terms = shop.shown_terms(o, (select coalesce(s.content -> 'delivery', '{"freeFrom": 2999, "fee": 200}') from public.shop_settings s))
 where o.terms = '{}';
alter table public.orders enable trigger user;

-- Marks of direction that WhatsApp pastes around numbers and addresses are gone from rows of before, too. Codes and SKUs take none. What would
-- be the same as another row stays as it is, and the doctor says so.
do $marks$
declare
  place record;
  marked tid;
begin
  for place in
    select * from (values ('orders', 'order_number'), ('orders', 'customer_email'), ('customers', 'email'), ('contact_messages', 'email'),
                          ('newsletter_subscribers', 'email'), ('stock_notices', 'email'), ('staff_invitations', 'email'),
                          ('purchase_orders', 'supplier_email')) p (table_name, field)
  loop
    for marked in execute format('select ctid from public.%I where %I ~ $1 order by 1', place.table_name, place.field)
                    using '[\u200e\u200f\u061c]' loop
      begin
        execute format('update public.%1$I set %2$I = regexp_replace(%2$I, $1, %3$L, %4$L) where ctid = $2',
                       place.table_name, place.field, '', 'g')
          using '[\u200e\u200f\u061c]', marked;
      exception when unique_violation then
        null;
      end;
    end loop;
  end loop;
end;
$marks$;
