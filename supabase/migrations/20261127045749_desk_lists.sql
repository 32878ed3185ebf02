SET local check_function_bodies = off;

DROP VIEW "shop"."order_lists";

DROP VIEW "shop"."order_parts";

DROP VIEW "shop"."order_work";

DROP FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone);

CREATE OR REPLACE FUNCTION public.dispatch_list (
  row_limit integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  with waiting as (
    select coalesce(s.id, o.id) as id, o.id as order_id, o.order_number, o.customer_name, o.city, o.city_known,
    o.created_at, s.id as shipment_id,
           s.shipment_number, s.carrier, s.tracking_number, s.updated_at, s.weight, s.created_at as parcel_at,
           count(*) over () as total
      from shop.order_work w
      join public.orders o on o.id = w.order_id
      left join public.shipments s on s.order_id = o.id and s.archived_at is null and s.status = 'preparing'
     where w.work in ('to_pack', 'to_hand_over') and o.customer_address <> ''
       and not exists (select from shop.orders_stopped_by_gate h where h.order_id = o.id)
     order by o.created_at, o.id, s.created_at, s.id limit row_limit
  ), told as materialized (
    select w.*, coalesce(w.weight, shop.parcel_grams(w.order_id)) as grams,
           (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = w.order_id) as units,
           case when w.shipment_id is null then (select o.due_on_delivery from public.orders o where o.id = w.order_id)
                else (select v.to_collect from public.shipments_of_orders v where v.id = w.shipment_id) end as to_collect,
           b.booking, case when b.booking ->> 'state' in ('intended', 'unknown') then 'open'
                           when b.booking ->> 'state' = 'booked' or w.tracking_number <> '' then 'booked' else 'to_book' end as step
      from waiting w
      left join lateral (select shop.booking_json(l) as booking from public.courier_bookings l
                          where l.shipment_id = w.shipment_id order by l.created_at desc, l.id desc limit 1) b on true
  ), chosen as materialized (
    select c.*
    from shop.courier_choices((select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'city', coalesce(t.city_known, t.city),
                                                                            'grams', t.grams)), '[]')
                                 from told t where t.step = 'to_book')) c
  )
  select jsonb_build_object(
    'rows', coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'order_id', t.order_id, 'order_number', t.order_number, 'customer_name', t.customer_name, 'city', t.city,
        'city_known', t.city_known,
        'ordered_at', t.created_at, 'units', t.units, 'grams', t.grams, 'is_weighed', t.weight is not null,
        'to_collect', t.to_collect, 'step', t.step,
        'shipment', case when t.shipment_id is not null
                         then jsonb_build_object('id', t.shipment_id, 'shipment_number', t.shipment_number, 'carrier', t.carrier,
                                                 'tracking_number', t.tracking_number, 'updated_at', t.updated_at) end,
        'booking', t.booking, 'choices', coalesce(c.choices, '[]')) order by t.created_at, t.order_id, t.parcel_at, t.id), '[]'),
    'total', coalesce(max(t.total), 0),
    'to_confirm', (select count(*) from shop.order_work w where w.work = 'to_confirm'),
    'awaits_money', (select count(*) from shop.order_work w where w.work = 'awaits_money'),
    'couriers', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'adapter', c.adapter,
                                                              'cut_off', to_char(c.cut_off, 'HH24:MI'), 'is_active', c.is_active)
                                           order by lower(c.name)), '[]')
                   from public.couriers c))
    from told t left join chosen c on c.id = t.id;
$function$;

CREATE OR REPLACE FUNCTION public.list_confirmations (
  state       shop.confirmation_state,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids constant text[] := array (
    select c.order_id from public.order_confirmations c left join shop.confirmation_queue q on q.order_id = c.order_id
     where c.is_open and case when list_confirmations.state is not null then c.state = list_confirmations.state
                              else c.order_id in (select w.order_id from shop.order_work w where w.work = 'to_confirm') end
     order by q.due_at > now(), case when q.due_at > now() then q.due_at end, q.urgency, c.updated_at desc, c.order_id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.confirmation_json(page.id) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'counts', (select jsonb_agg(jsonb_build_object(
                        'state', s,
                        'count', (select count(*) from public.order_confirmations c where c.is_open and c.state = s)))
                 from unnest(enum_range(null::shop.confirmation_state)) s),
    'due', (select count(*) from shop.confirmation_queue q where q.due_at <= now()),
    'total', cardinality(ids));
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_parcels_under_way (
  list         shop.parcel_list,
  days_by_city jsonb,
  number_like  text,
  courier_id   text,
  page_offset  integer,
  page_limit   integer,
  at           timestamp with time zone DEFAULT now(),
  phone_digits text                     DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  sees_contacts constant boolean := shop.may(shop.acting(), 'see_contacts');
  wanted text[];
  answer jsonb;
begin
  if number_like is not null then
    wanted := array (
      select b.id from public.courier_bookings b join public.shipments s on s.id = b.shipment_id join public.orders o on o.id = s.order_id
       where b.state = 'booked'
         and (s.order_number ilike number_like or s.shipment_number ilike number_like or b.tracking_number ilike number_like
              or sees_contacts and (o.customer_phone like '%' || phone_digits or o.second_phone like '%' || phone_digits))
       order by b.created_at desc, b.id limit 200);
  end if;
  with candidates as materialized (
    select l.* from shop.listed_parcels(days_by_city, list_parcels_under_way.at) l where wanted is null and list = any (l.lists)
    union all
    select l.* from unnest(wanted) w cross join lateral shop.listed_parcels(days_by_city, list_parcels_under_way.at, w) l
  ), listed as materialized (
    select c.* from candidates c join public.courier_bookings b on b.id = c.booking_id
     where list_parcels_under_way.courier_id is null or b.courier_id = list_parcels_under_way.courier_id
  ), shown as (
    select l.booking_id, l.promised_by, l.desk_step, row_number() over (order by list = 'attempts' and l.desk_step = 'wait',
                                                                        l.sort_at, l.booking_id) as place
      from listed l order by place offset page_offset limit page_limit
  )
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.parcel_row(s.booking_id, s.promised_by, s.desk_step) order by s.place), '[]') from shown s),
    'total', (select count(*) from listed))
    into answer;
  return answer;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_purchase_orders (
  status             shop.purchase_order_status,
  supplier_name_like text,
  from_time          timestamp with time zone,
  to_time            timestamp with time zone,
  sort_by            text,
  ascending          boolean,
  page_offset        integer,
  page_limit         integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids text[];
begin
  execute format('select array (
    select p.id from public.purchase_orders p
     where p.archived_at is null and ($1 is null or p.status = $1) and ($2 is null or p.supplier_name ilike $2)
       and ($3 is null or p.dated_at >= $3) and ($4 is null or p.dated_at < $4)
     order by p.%I %s, p.id)',
    case sort_by when 'supplierName' then 'supplier_name' when 'totalAmount' then 'total_amount' when 'status' then 'status'
                 else 'created_at' end, case when ascending then 'asc' else 'desc' end)
     into ids using list_purchase_orders.status, supplier_name_like, from_time, to_time;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('items',
                       (select coalesce(jsonb_agg(to_jsonb(i) || jsonb_build_object('color', v.color, 'size', v.size, 'sku', v.sku)
                                                  order by i.position), '[]')
                          from public.purchase_order_items i join public.product_variants v on v.id = i.variant_id
                         where i.purchase_order_id = p.id)) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)
                join public.purchase_orders p on p.id = page.id),
    'total', cardinality(ids));
end;
$function$;

REVOKE ALL
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_subscribers (
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(to_jsonb(page) order by page.created_at desc, page.id), '[]')
                from (select s.id, s.email, s.created_at from public.newsletter_subscribers s
                       order by s.created_at desc, s.id offset page_offset limit page_limit) page),
    'total', (select count(*) from public.newsletter_subscribers));
$function$;

REVOKE ALL ON FUNCTION "public"."list_subscribers"(integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.reveal_contact (
  order_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  seen public.orders;
  daily integer;
  used integer;
begin
  select * into seen from public.orders o where o.id = reveal_contact.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  if not shop.may(actor, 'see_contacts') then
    perform shop.assert_may(actor, 'reveal_contacts');
    -- Their own reveals queue here.
    select r.reveals_a_day into daily from public.staff s join public.staff_roles r on r.id = s.role
      where s.id = actor for no key update of s;
    select count(distinct c.order_id) into used from public.contact_reveals c
      where c.staff_id = actor and c.created_at >= shop.start_of_day(shop.day_of(now())) and c.order_id <> seen.id;
    if used >= daily then
      perform shop.refuse('too_many_reveals', '{}', jsonb_build_object('limit', daily));
    end if;
    insert into public.contact_reveals (staff_id, order_id) values (actor, seen.id);
    perform shop.write_audit(actor, 'reveal', seen.id, 'contact of ' || seen.order_number, '{"shown": false}', '{"shown": true}');
  end if;
  return jsonb_build_object(
    'customer_name', case when daily is not null or shop.may(actor, 'see_names') then seen.customer_name else '•••' end,
    'customer_phone', seen.customer_phone, 'second_phone', seen.second_phone, 'customer_email', seen.customer_email,
    'customer_address', seen.customer_address, 'city', seen.city, 'zip_code', seen.zip_code,
    'due_on_delivery', case when daily is not null or shop.may(actor, 'see_sums') then seen.due_on_delivery end,
    'return_words', (select coalesce(jsonb_agg(jsonb_build_object('return_number', r.return_number, 'words', r.words)
                                               order by r.created_at, r.id), '[]')
                       from public.return_requests r where r.order_id = seen.id and r.words <> ''),
    'remaining', daily - used - 1);
end;
$function$;

CREATE OR REPLACE FUNCTION public.search_records (
  typed_words   text[],
  email_like    text,
  number        text,
  tracking_like text,
  supplier_like text,
  page_limit    integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  -- Where more match than these, any thousand of them are considered.
  max_considered constant integer := 1000;
  actor constant uuid := shop.acting();
  sees_orders constant boolean := shop.may(actor, 'see_orders');
begin
  return jsonb_build_object(
    'orders', shop.find_orders(typed_words, email_like, number, page_limit),
    'products', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'image', p.images[1], 'price', p.price,
                                                   'stock_quantity', p.stock_quantity)
                        order by p.review_count desc, p.name, p.id), '[]')
        from (select n.* from (select f.* from (select string_agg(quote_literal(t) || ':*A', ' & ')::tsquery as words
                                                from unnest(typed_words) t) query
                                 join public.product_words w on w.words @@ query.words join public.products f on f.id = w.product_id
                                where f.archived_at is null limit max_considered) n
               order by n.review_count desc, n.name, n.id limit page_limit) p),
    'shipments', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'order_number', s.order_number,
                        'carrier', s.carrier, 'tracking_number', s.tracking_number, 'status', s.status) order by s.created_at desc, s.id),
                        '[]')
        from (select f.* from ((select n.id from public.shipments n where n.shipment_number in (number, 'SHP-' || number))
                               union
                               (select t.id from public.shipments t where t.archived_at is null and t.tracking_number <> ''
                                   and lower(t.tracking_number) like tracking_like limit max_considered)) m
                join public.shipments f on f.id = m.id
               where f.archived_at is null and sees_orders
               order by f.created_at desc, f.id limit page_limit) s),
    'returns', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'return_number', r.return_number, 'order_number', o.order_number,
                                                   'customer_name', o.customer_name, 'state', r.state)
                                order by r.created_at desc, r.id), '[]')
        from public.return_requests r join public.orders o on o.id = r.order_id and o.archived_at is null
       where r.return_number in (number, 'RET-' || number) and sees_orders),
    'purchase_orders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number,
                                                   'supplier_name', p.supplier_name, 'status', p.status,
                        'total_amount', p.total_amount) order by p.created_at desc, p.id), '[]')
        from (select * from public.purchase_orders f
               where f.archived_at is null and shop.may(actor, 'buy_stock')
                 and (f.order_number in (number, 'PO-' || number) or f.supplier_name ilike supplier_like)
               order by f.created_at desc, f.id limit page_limit) p));
end;
$function$;

CREATE OR REPLACE FUNCTION public.take_portal_file (
  courier_id text,
  again      boolean,
  actor      uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  courier public.couriers;
  open_bookings jsonb;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'send_parcels');
  select * into courier from public.couriers c where c.id = take_portal_file.courier_id and c.adapter = 'generic' for update;
  if not found then
    perform shop.refuse('courier_not_found');
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'shipment_number', s.shipment_number, 'parcel', shop.parcel_to_book(b),
                              'reason', case when not shop.is_to_deliver(s) then 'over' when shop.booking_differs(b) then 'differs' end)
                              order by b.created_at, b.id), '[]')
    into open_bookings
    from public.courier_bookings b join public.shipments s on s.id = b.shipment_id
   where b.courier_id = courier.id and b.state in ('intended', 'unknown')
     and (again or not exists (select from public.portal_file_rows r where r.booking_id = b.id));
  insert into public.portal_file_rows (booking_id, actor)
  select o ->> 'id', take_portal_file.actor from jsonb_array_elements(open_bookings) o where o ->> 'reason' is null;
  -- Phones and addresses leave the shop. Whoever sees them one by one reveals those of each parcel, as with its label.
  perform public.reveal_contact(s.order_id, actor)
     from jsonb_array_elements(open_bookings) o join public.courier_bookings b on b.id = o ->> 'id'
     join public.shipments s on s.id = b.shipment_id where o ->> 'reason' is null;
  perform shop.write_audit(actor, 'export', courier.id, 'file for the portal of ' || courier.name, '{}',
    jsonb_build_object('parcels', (select count(*) from jsonb_array_elements(open_bookings) o where o ->> 'reason' is null),
                       'again', again));
  return jsonb_build_object('courier', courier.name, 'file_mapping', courier.file_mapping,
    'parcels', (select coalesce(jsonb_agg(o -> 'parcel' order by n), '[]') from jsonb_array_elements(open_bookings) with ordinality
                as e (o, n) where o ->> 'reason' is null),
    'left', (select coalesce(jsonb_agg(o - array['id', 'parcel'] order by n), '[]')
             from jsonb_array_elements(open_bookings) with ordinality as e (o, n)
              where o ->> 'reason' is not null));
end;
$function$;

CREATE OR REPLACE FUNCTION public.work_summary (
  today      date,
  low_stock  integer,
  late_after integer,
  page_limit integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  late text[] := array(
    select s.id from public.shipments s
     where s.archived_at is null and not shop.is_over(s.status)
       and (s.estimated_delivery_date < today
            or (s.estimated_delivery_date is null and s.status <> 'preparing' and s.shipped_date < shop.start_of_day(today - late_after)))
     order by coalesce(s.estimated_delivery_date, shop.day_of(s.shipped_date) + late_after), s.id);
begin
  return (select jsonb_object_agg(k, coalesce(l.orders, 0))
            from unnest(array['to_confirm', 'awaits_money', 'to_pack', 'to_hand_over', 'returned', 'to_refund']) k
            left join (select o.work, count(*) as orders from shop.order_lists o group by o.work) l on l.work = k)
    || jsonb_build_object(
    -- As `list_stock_levels` finds them: by their choices.
    'low_stock', (select count(*) from public.products p
                   where p.archived_at is null
                     and p.id in (select v.product_id from public.product_variants v
                                   where v.archived_at is null and v.stock_quantity <= low_stock)),
    'late_count', cardinality(late),
    'late', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number,
                                                          'order_number', s.order_number, 'status', s.status, 'carrier', s.carrier,
                                                          'recipient_name', o.customer_name,
                                                          'estimated_delivery_date', s.estimated_delivery_date,
                                                          'shipped_date', s.shipped_date) order by listed.place), '[]')
               from unnest(late[1 : page_limit]) with ordinality as listed (id, place)
               join public.shipments s on s.id = listed.id join public.orders o on o.id = s.order_id),
    'expected_count', (select count(*) from public.purchase_orders p
                       where p.archived_at is null and p.expected_delivery_date is not null and shop.is_expected(p.status)),
    'expected', (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'order_number', p.order_number, 'supplier_name', p.supplier_name,
                          'status', p.status, 'expected_delivery_date', p.expected_delivery_date) order by p.expected_delivery_date, p.id),
                          '[]')
                   from (select * from public.purchase_orders e
                          where e.archived_at is null and e.expected_delivery_date is not null and shop.is_expected(e.status)
                          order by e.expected_delivery_date, e.id limit page_limit) p));
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
  if new.discount_reason is not null and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on' then
    perform shop.need_right('discount_orders');
  end if;
  if new.placed_by is not null then perform shop.need_right('place_orders'); end if;
  if new.shopper_id is not null then perform shop.note_used_address(new); end if;
  if new.placed_by is not null then perform shop.note_order_by_staff(new); end if;
  if new.status = 'delivered' then perform shop.promise_returns(new); end if;
  if new.source = 'website' and new.archived_at is null and new.status = 'pending' then perform shop.push_new_order(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_payment()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.count_payment(new);
  -- An exchange pays for what goes out with what comes back; giving it up takes back what was no refund yet.
  if new.kind in ('refund', 'credit_given')
     and coalesce(current_setting('shop.undoes_exchange', true), '') <> 'on'
     and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on'
  then
    perform shop.need_right('refund');
  end if;
  if new.kind = 'advance' then perform shop.need_right('verify_payments'); end if;
  if new.actor is not null and new.order_id is null then perform shop.note_credit(new); end if;
  if new.reverses is not null and new.kind = 'advance' then perform shop.follow_payment(new); end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_dispatch_gate (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  stopped jsonb;
begin
  select jsonb_build_object('orderId', h.order_id, 'orderNumber', h.order_number,
           'waitsFor', case when c.state = 'confirmed' and c.awaits_return then 'pieces'
                            when c.state = 'confirmed' and c.awaits_advance then 'money' end) into stopped
    from shop.orders_stopped_by_gate h left join public.order_confirmations c on c.order_id = h.order_id
   where h.order_id = check_dispatch_gate.order_id;
  if found then
    perform shop.refuse('not_confirmed', stopped);
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
  -- What pays for it leaves the shop to nobody, and what is rounded is nobody's discount: whoever decides needs no right to either.
  perform set_config('shop.makes_exchange', 'on', true);
  made := shop.write_exchange(request, old, lines, charges, (pieces + charges - credit) % 1);
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
  perform set_config('shop.makes_exchange', '', true);
  perform shop.log_order_event(made.id, 'note', '', null, null, format('Exchange for %s, %s', old.order_number, request.return_number));
  perform shop.log_order_event(old.id, 'note', '', null, null, format('%s is exchanged for %s', request.return_number, made.order_number));
  return exchanged;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.packing_json (
  packed public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    with rows as (
      select r.key, r.item_id, r.variant_id, r.counted, r.quantity - r.counted as beyond, r.packed_at, jsonb_build_object(
        'key', r.key, 'item_id', r.item_id, 'variant_id', r.variant_id, 'name', coalesce(i.product_name, p.name),
        'color', case when i.id is not null then i.selected_color else v.color end,
        'size', case when i.id is not null then i.selected_size else v.size end, 'by', shop.username_of(r.actor),
        'packed_at', r.packed_at, 'is_ordered', r.is_ordered) as piece
        from shop.packed_rows r
        join public.product_variants v on v.id = r.variant_id
        join public.products p on p.id = v.product_id
        left join public.order_items i on i.id = r.item_id and i.order_id = r.order_id and i.variant_id = r.variant_id
       where r.order_id = packed.id
    )
    select jsonb_build_object(
      'order_id', packed.id, 'order_number', packed.order_number, 'status', packed.status, 'placed_at', packed.created_at,
      'notes', packed.notes, 'tags', packed.tags,
      'lacks_photo', shop.lacks_photo(packed),
      'codes', (select coalesce(jsonb_agg(c.code order by c.code), '[]')
                  from public.shipments s cross join lateral (values (s.shipment_number), (shop.tracking_key(s.tracking_number))) c (code)
                 where s.order_id = packed.id and s.archived_at is null and c.code <> ''),
      'lines', (select coalesce(jsonb_agg(jsonb_build_object(
                         'item_id', i.id, 'variant_id', i.variant_id, 'product_name', i.product_name, 'product_image', i.product_image,
                         'color', i.selected_color, 'size', i.selected_size, 'sku', v.sku, 'ordered', i.quantity,
                         'packed', (select coalesce(sum(r.counted), 0) from rows r where r.item_id = i.id and r.variant_id = i.variant_id),
                         'pieces',
                         (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.counted) order by r.packed_at, r.key), '[]')
                                      from rows r where r.item_id = i.id and r.variant_id = i.variant_id and r.counted > 0))
                                      order by i.position), '[]')
                  from public.order_items i join public.product_variants v on v.id = i.variant_id where i.order_id = packed.id),
      'surplus', (select coalesce(jsonb_agg(r.piece || jsonb_build_object('quantity', r.beyond) order by r.packed_at, r.key), '[]')
                  from rows r where r.beyond > 0),
      'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'taken_at', h.taken_at, 'by', shop.username_of(h.actor))
                                           order by h.taken_at, h.id), '[]')
                   from public.packed_photos h where h.order_id = packed.id and h.stored_at is not null and h.removed_at is null)));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.period_figures (
  first_day date,
  last_day  date,
  units     bigint
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with period as (
    select shop.start_of_day(first_day) as since, shop.start_of_day(last_day + 1) as till
  ), counted as (
    select coalesce(sum(t.records), 0) as orders, coalesce(sum(t.added) filter (where t.kind <> 'cancelled'), 0) as revenue
      from shop.daily_counts t where t.subject = 'orders' and t.day between first_day and last_day
  )
  select jsonb_build_object(
    'total_orders', counted.orders,
    'total_sales', coalesce(units, 0),
    'total_revenue', counted.revenue,
    'total_purchase_orders', (select count(*) from public.purchase_orders o
                               where o.created_at >= since and o.created_at < till and o.archived_at is null),
    'total_shipments', (select count(*) from public.shipments s
                         where s.created_at >= since and s.created_at < till and s.archived_at is null
                           and not exists (select from public.orders o where o.id = s.order_id and o.archived_at is not null)),
    'total_products', (select count(*) from public.products p
                        where p.created_at < till and (p.archived_at is null or p.archived_at >= till)))
  from period, counted;
$function$;

CREATE OR REPLACE FUNCTION shop.return_json (
  request  public.return_requests,
  delivery jsonb                  DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  returned constant public.orders := (select o from public.orders o where o.id = request.order_id);
  made constant public.orders := (select o from public.orders o where o.id = request.exchange_order_id);
  sums record;
  lines shop.priced_line[];
  charges numeric;
  total numeric;
  exchange jsonb;
  owed numeric;
begin
  select * into sums from shop.return_sums(request);
  -- What was declined or withdrawn owes nothing.
  owed := case when request.state in ('declined', 'withdrawn') then sums.paid_back else sums.refund end;
  if made.id is not null then
    exchange := jsonb_build_object('total', made.total_amount, 'charges', made.shipping, 'credit', made.credit_used,
                                   'due', made.due_on_delivery,
                                   'is_available', true, 'order_id', made.id, 'order_number', made.order_number,
                                   'sends_first', request.sends_first);
  elsif request.state = 'asked' and request.kind <> 'return' then
    lines := shop.exchange_lines(request.id);
    charges := shop.exchange_charges(request, returned, delivery);
    total := (select coalesce(sum(l.price * l.quantity), 0) from unnest(lines) l) + charges;
    exchange := jsonb_build_object('total', total, 'charges', charges, 'credit', least(sums.refund, total),
                                   'due', greatest(0, total - sums.refund), 'is_available', shop.sold_out(lines) is null,
                                   'order_id', null, 'order_number', null, 'sends_first', false);
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
    'may_decline', request.state in ('asked', 'approved', 'received')
                   and (made.id is null or case when made.status = 'cancelled' or made.archived_at is not null then sums.paid_back = 0
                                                else shop.is_unshipped(made.status) end),
    'may_settle', returned.status = 'delivered' and (request.state = 'received' or request.state = 'approved' and not request.comes_back),
    'outcomes', (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id),
    'asked_at', request.created_at, 'updated_at', request.updated_at)
    || case when exchange is not null then jsonb_build_object('exchange', exchange) else '{}' end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.returned_pieces_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  counted public.orders;
begin
  select * into counted from public.orders o where o.id = returned_pieces_json.order_id;
  return jsonb_build_object(
    'order', jsonb_build_object('id', counted.id, 'order_number', counted.order_number, 'status', counted.status,
                                'customer_name', counted.customer_name,
                                'city', counted.city, 'updated_at', counted.updated_at),
    'shipments', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'shipment_number', s.shipment_number, 'carrier', s.carrier,
                           'tracking_number', s.tracking_number, 'status', s.status, 'received_at', s.received_at)
                           order by s.created_at, s.id), '[]')
                    from public.shipments s where s.order_id = counted.id and s.archived_at is null),
    'items', (select jsonb_agg(jsonb_build_object('id', i.id, 'product_id', i.product_id, 'product_name', i.product_name,
                                                  'product_image', i.product_image, 'selected_color', i.selected_color,
                                                  'selected_size', i.selected_size, 'sku', v.sku, 'quantity', i.quantity, 'out', p.out,
                                                  'restocked', r.restocked, 'damaged', r.damaged, 'to_inspect', coalesce(s.to_inspect, 0),
                                                  'missing', r.missing,
                                                  'asked_back', (select count(*) from shop.return_pieces a
                                                                   join public.return_requests q on q.id = a.request_id
                                                                  where a.order_item_id = i.id and a.goods_back_id is null
                                                                    and q.state = 'approved' and q.comes_back))
                                                  order by i.position)
                from public.order_items i
                join shop.pieces_out(counted) p on p.item_id = i.id
                join public.product_variants v on v.id = i.variant_id
                left join shop.sent_pieces s on s.order_item_id = i.id
               cross join lateral (select coalesce(sum(c.quantity) filter (where c.disposition = 'restocked'), 0) as restocked,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'damaged'), 0) as damaged,
                                          coalesce(sum(c.quantity) filter (where c.disposition = 'missing'), 0) as missing
                                     from public.goods_back c where c.order_item_id = i.id and c.order_id = counted.id) r
               where i.order_id = counted.id),
    'goods_back', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'item_id', r.order_item_id, 'quantity', r.quantity,
                                                                'disposition', r.disposition,
                                        'inspects', r.inspects,
                                        'waiting', case when r.disposition = 'to_inspect'
                                                        then r.quantity - (select coalesce(sum(i.quantity), 0) from public.goods_back i
                                                                           where i.inspects = r.id) else 0 end,
                                        'notes', r.notes, 'actor_name', (select t.username from public.staff t where t.id = r.actor),
                                        'created_at', r.created_at) order by r.sequence), '[]')
                                 from public.goods_back r where r.order_id = counted.id and not r.never_left));
end;
$function$;

CREATE VIEW "shop"."order_parts" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    o.*::public.orders AS stored,
    shop.paid_json(o.*) AS paid,
    ( SELECT COALESCE(json_agg(line.* ORDER BY line."position"), '[]'::json) AS "coalesce"
           FROM ( SELECT i.id,
                    i.order_id,
                    i."position",
                    i.product_id,
                    i.variant_id,
                    i.product_name,
                    i.product_image,
                    i.selected_color,
                    i.selected_size,
                    i.quantity,
                    i.price,
                    i.discount,
                    v.sku
                   FROM (public.order_items i
                     JOIN public.product_variants v ON ((v.id = i.variant_id)))
                  WHERE (i.order_id = o.id)) line) AS items,
    ( SELECT COALESCE(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier, 'tracking_number', s.tracking_number, 'weight', s.weight, 'received_at', s.received_at, 'updated_at', s.updated_at) ORDER BY s.created_at, s.id), '[]'::json) AS "coalesce"
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) AS shipments,
    ( SELECT json_build_object('state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons, 'call_because', COALESCE(c.call_because,
                CASE
                    WHEN (NOT c.is_open) THEN NULL::text
                    WHEN c.awaits_advance THEN 'The advance has not arrived'::text
                    WHEN c.awaits_return THEN 'The pieces of the exchange are not back'::text
                    ELSE NULL::text
                END), 'waits_for',
                CASE
                    WHEN (NOT c.is_open) THEN NULL::text
                    WHEN c.awaits_return THEN 'pieces'::text
                    WHEN c.awaits_advance THEN 'money'::text
                    ELSE NULL::text
                END, 'claimed_by',
                CASE
                    WHEN (c.claimed_until > now()) THEN ( SELECT json_build_object('id', s.id, 'name', s.username) AS json_build_object
                       FROM public.staff s
                      WHERE (s.id = c.claimed_by))
                    ELSE NULL::json
                END, 'claimed_until',
                CASE
                    WHEN (c.claimed_until > now()) THEN c.claimed_until
                    ELSE NULL::timestamp with time zone
                END, 'override',
                CASE
                    WHEN (c.overridden_at IS NOT NULL) THEN json_build_object('because', c.overridden_because, 'at', c.overridden_at, 'by', ( SELECT s.username
                       FROM public.staff s
                      WHERE (s.id = c.overridden_by)))
                    ELSE NULL::json
                END, 'gate',
                CASE
                    WHEN (EXISTS ( SELECT
                       FROM shop.orders_stopped_by_gate h
                      WHERE (h.order_id = c.order_id))) THEN 'closed'::text
                    ELSE 'open'::text
                END) AS json_build_object
           FROM public.order_confirmations c
          WHERE (c.order_id = o.id)) AS confirmation,
    ( SELECT json_build_object('question', w.question, 'answers', COALESCE(w.answers, '[]'::json)) AS json_build_object
           FROM ( SELECT ( SELECT json_build_object('status', q.status, 'error', q.error, 'updated_at', q.updated_at) AS json_build_object
                           FROM public.whatsapp_questions q
                          WHERE (q.order_id = o.id)) AS question,
                    ( SELECT json_agg(json_build_object('pressed', a.pressed, 'body', a.body, 'effect', a.effect, 'sent_at', a.sent_at) ORDER BY a.sent_at, a.id) AS json_agg
                           FROM public.whatsapp_answers a
                          WHERE (a.order_id = o.id)) AS answers) w
          WHERE ((w.question IS NOT NULL) OR (w.answers IS NOT NULL))) AS whatsapp
   FROM public.orders o;

CREATE VIEW "shop"."order_work" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
        CASE
            WHEN parcels.waits THEN 'to_hand_over'::text
            WHEN parcels.has_left THEN 'with_courier'::text
            WHEN parcels.is_back THEN 'returned'::text
            WHEN (o.status = 'shipped'::shop.order_status) THEN 'with_courier'::text
            WHEN (c.overridden_at IS NOT NULL) THEN 'to_pack'::text
            WHEN c.awaits_return THEN 'awaits_return'::text
            WHEN ((c.state = 'confirmed'::shop.confirmation_state) AND c.awaits_advance) THEN 'awaits_money'::text
            WHEN ((c.state <> 'confirmed'::shop.confirmation_state) AND ((o.status = 'pending'::shop.order_status) OR (o.created_at >= r.gate_since))) THEN 'to_confirm'::text
            ELSE 'to_pack'::text
        END AS work
   FROM (((public.orders o
     LEFT JOIN public.order_confirmations c ON ((c.order_id = o.id)))
     LEFT JOIN public.confirmation_rules r ON (true))
     CROSS JOIN LATERAL ( SELECT bool_or((s.status = 'preparing'::shop.shipment_status)) AS waits,
            bool_or(shop.has_left(s.status)) AS has_left,
            bool_or((shop.is_back(s.status) AND (s.received_at IS NULL))) AS is_back
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) parcels)
  WHERE ((o.archived_at IS NULL) AND shop.is_open(o.status))
UNION ALL
 SELECT o.id AS order_id,
    'returned'::text AS work
   FROM (shop.returned_orders r
     JOIN public.orders o ON ((o.id = r.order_id)))
  WHERE (o.status = 'cancelled'::shop.order_status)
UNION ALL
 SELECT o.id AS order_id,
    'to_refund'::text AS work
   FROM public.orders o
  WHERE ((o.to_refund > (0)::numeric) AND (o.archived_at IS NULL));

CREATE VIEW "shop"."order_lists" WITH (security_invoker=true) AS  SELECT w.order_id,
    w.work
   FROM shop.order_work w
UNION ALL
 SELECT DISTINCT c.order_id,
    'to_check'::text AS work
   FROM (public.advance_claims c
     JOIN public.orders o ON ((o.id = c.order_id)))
  WHERE ((c.state = 'sent'::shop.transfer_state) AND (o.archived_at IS NULL))
UNION ALL
 SELECT m.order_id,
    'advance_late'::text AS work
   FROM shop.missing_advances m
  WHERE (m.is_late AND (NOT (EXISTS ( SELECT
           FROM public.advance_claims c
          WHERE ((c.order_id = m.order_id) AND (c.state = 'sent'::shop.transfer_state))))));

REVOKE ALL ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_parcels_under_way"(shop.parcel_list, jsonb, text, text, integer, integer, timestamp WITH time zone, text) TO "service_role";

REVOKE ALL
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_purchase_orders"(shop.purchase_order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer)
  TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_subscribers"(integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_subscribers"(integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_subscribers"(integer, integer) TO "service_role";

GRANT SELECT ON TABLE "shop"."order_lists" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";

GRANT SELECT ON TABLE "shop"."order_work" TO "service_role";

-- The role that pays refunds sees whom it pays, and reveals where to.
alter table public.staff_roles disable trigger staff_roles_presets_stay;
update public.staff_roles
   set rights = array['see_orders', 'see_names', 'reveal_contacts', 'see_sums', 'verify_payments', 'refund', 'see_reports', 'export'],
       reveals_a_day = 50,
       description = 'Finds payments at the bank, pays refunds and reads the figures. Sees of customers the name and the city.'
 where id = 'accounts' and is_preset;
alter table public.staff_roles enable trigger staff_roles_presets_stay;
