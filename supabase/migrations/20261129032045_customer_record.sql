SET local check_function_bodies = off;

DROP FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text);

CREATE OR REPLACE FUNCTION public.find_customer (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  customer public.customers;
begin
  select * into customer from public.customers c where c.id = find_customer.customer_id;
  while customer.merged_into is not null loop
    select * into customer from public.customers c where c.id = customer.merged_into;
  end loop;
  if customer.id is null then
    perform shop.refuse('customer_not_found');
  end if;
  return shop.customer_json(customer) || jsonb_build_object(
    'addresses', (select coalesce(jsonb_agg(to_jsonb(a) order by a.last_used_at desc), '[]')
                    from (select max(o.customer_address) as address, max(o.city) as city, count(*) as orders,
                          max(o.created_at) as last_used_at
                            from public.orders o where o.customer_id = customer.id and o.archived_at is null and o.customer_address <> ''
                           group by shop.address_key(o.customer_address, o.city) order by 4 desc limit 20) a),
    'orders', (select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
                 from (select o.id, o.order_number, o.status, o.total_amount, o.created_at,
                              (select max(e.created_at) from public.order_events e
                                where e.order_id = o.id and e.kind = 'order' and not shop.is_open(o.status)
                                  and e.after ->> 'status' = o.status::text) as ended_at
                         from public.orders o
                        where o.customer_id = customer.id and o.archived_at is null order by o.created_at desc, o.id limit 50) l),
    'similar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'record', shop.customer_record(s.id))
                                          order by s.last_order_at desc), '[]')
                  from (select * from public.customers e
                         where e.email = customer.email and e.email <> '' and e.id <> customer.id and e.merged_into is null
                         order by e.last_order_at desc limit 5) s),
    'credit_history', (select coalesce(jsonb_agg(shop.payment_json(p) order by p.sequence desc), '[]')
                         from public.payments p where p.customer_id = customer.id))
    || case when shop.may(shop.acting(), 'see_orders') then shop.parcels_of_customer(customer.id)
            else jsonb_build_object('parcels', null, 'returns', null, 'answers', null) end
    || jsonb_build_object(
    'messages', case when shop.may(shop.acting(), 'answer_messages') then shop.messages_of_customer(customer) end,
    'reviews', case when shop.may(shop.acting(), 'moderate_reviews') then shop.reviews_of_customer(customer.id) end,
    'money', case when shop.may(shop.acting(), 'see_sums') then shop.money_of_customer(customer.id) end);
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_orders (
  status      shop.order_status,
  email_like  text,
  from_time   timestamp with time zone,
  to_time     timestamp with time zone,
  sort_by     text,
  ascending   boolean,
  page_offset integer,
  page_limit  integer,
  typed_words text[]                   DEFAULT NULL::text[],
  began       shop.order_source        DEFAULT NULL::shop.order_source,
  work        text                     DEFAULT NULL::text,
  of_customer text                     DEFAULT NULL::text
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  is_narrowed constant boolean := email_like is not null or began is not null or work is not null or of_customer is not null;
  needs_order constant boolean := not is_searched or is_narrowed or sort_by in ('orderNumber', 'totalAmount', 'customerName');
  source constant text := case when not is_searched then 'public.orders o'
                               when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                               else 'shop.order_words w' end;
  -- Both tables have `status` and `created_at`.
  alias constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  conditions constant text := case when is_searched then 'w.words @@ shop.order_word_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)',
              alias)
    || case when email_like is null then '' else ' and o.customer_email like $2' end
    || case when began is null then '' else ' and o.source = $7' end
    || case when work is null then '' else ' and o.id in (select w.order_id from shop.order_lists w where w.work = $8)' end
    || case when of_customer is null then '' else ' and o.customer_id = $9' end;
  ordering constant text := format(case sort_by when 'orderNumber' then 'char_length(o.order_number) %1$s, o.order_number %1$s'
                                                when 'totalAmount' then 'o.total_amount %1$s'
                                                when 'customerName' then 'o.customer_name %1$s'
                                                when 'status' then alias || '.status %1$s'
                                                else alias || '.created_at %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- Up to this many matches are counted while they are read; more are counted separately.
  counted_at_once constant integer := 1000;
  ids text[];
  total bigint;
begin
  if email_like is not null then
    perform shop.assert_may(shop.acting(), 'see_contacts');
  end if;
  -- An order of rows says what it is made of.
  if sort_by in ('totalAmount', 'customerName') then
    perform shop.assert_may(shop.acting(), case sort_by when 'totalAmount' then 'see_sums' else 'see_names' end);
  end if;
  -- Dynamic, so that each sort key uses its index; ids alone, so that skipped rows are not read.
  execute format('select array (select %s from %s where %s order by %s, %1$s limit $6)', id, source, conditions, ordering)
     into ids using list_orders.status, email_like, from_time, to_time, typed_words,
                    -- A word index returns all matches in any case.
                    case when is_searched then null when not is_narrowed then page_offset + page_limit
                         else greatest(page_offset + page_limit, counted_at_once) end, began, work, of_customer;
  if not is_searched and not is_narrowed then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words, null::bigint, began, work, of_customer;
  end if;
  return json_build_object(
    'items', shop.staff_orders_json(ids[page_offset + 1 : page_offset + page_limit]),
    'total', total);
end;
$function$;

REVOKE ALL
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp
    WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text, text)
  FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.refunds_owed()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(to_jsonb(k) - 'customer_id' order by k.since, k.id), '[]') from shop.owed_refunds k;
$function$;

CREATE OR REPLACE FUNCTION shop.messages_of_customer (
  customer public.customers
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                              'total', coalesce(max(l.total), 0))
      from (select m.id, m.subject, m.message, m.status, m.created_at, count(*) over () as total
              from public.contact_messages m
             where m.email <> ''
               and m.email in (select customer.email union
                               select o.customer_email from public.orders o where o.customer_id = customer.id and o.archived_at is null)
             order by m.created_at desc, m.id limit 50) l);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.money_of_customer (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object(
             'sent_back', coalesce(sum(case when o.has_arrived then o.total_amount - o.net when o.is_returned then o.total_amount end), 0),
             'owed', coalesce(sum(o.due_on_delivery) filter (where o.has_arrived or not o.is_returned), 0))
      from (select f.total_amount, f.due_on_delivery, shop.net_of(f) as net, shop.is_returned(f) as is_returned,
                   shop.has_arrived(f) as has_arrived
              from public.orders f
             where f.customer_id = money_of_customer.customer_id and f.archived_at is null) o)
    || (select jsonb_build_object('refund_owed', coalesce(sum(k.amount), 0),
                                  'refunds', coalesce(jsonb_agg(to_jsonb(k) - array['customer_id', 'customer_name']
                                                                order by k.since, k.id), '[]'))
          from shop.owed_refunds k where k.customer_id = money_of_customer.customer_id)
    || jsonb_build_object('payments', (
         select jsonb_build_object('items', coalesce(jsonb_agg(shop.payment_json(p) order by l.sequence desc), '[]'),
                                   'total', coalesce(max(l.total), 0))
           from (select m.id, m.sequence, count(*) over () as total
                   from public.orders o join public.payments m on m.order_id = o.id
                  where o.customer_id = money_of_customer.customer_id and o.archived_at is null and m.customer_id is null
                    -- The others are between the shop and a courier.
                    and m.kind in ('advance', 'collected', 'refund')
                  order by m.sequence desc limit 50) l
           join public.payments p on p.id = l.id));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.parcels_of_customer (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'parcels', (
      select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                                'total', coalesce(max(l.total), 0))
        from (select s.id, s.shipment_number, s.order_number, s.status, s.carrier, s.tracking_number, s.shipped_date, s.created_at,
                     (select max(e.created_at) from public.order_events e
                       where e.order_id = s.order_id and e.kind = 'parcel' and e.subject = s.shipment_number and shop.is_over(s.status)
                         and e.after ->> 'status' = s.status::text) as ended_at,
                     count(*) over () as total
                from public.orders o join public.shipments s on s.order_id = o.id and s.archived_at is null
               where o.customer_id = parcels_of_customer.customer_id and o.archived_at is null
               order by s.created_at desc, s.id limit 50) l),
    'returns', (
      select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                                'total', coalesce(max(l.total), 0))
        from (select r.id, r.return_number, o.order_number, r.kind, r.state, r.created_at, count(*) over () as total
                from public.orders o join public.return_requests r on r.order_id = o.id
               where o.customer_id = parcels_of_customer.customer_id and o.archived_at is null
               order by r.created_at desc, r.id limit 50) l),
    'answers', (
      select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                                'total', coalesce(max(l.total), 0))
        from (select a.id, o.order_number, a.pressed, a.body, a.sent_at as created_at, count(*) over () as total
                from public.orders o join public.whatsapp_answers a on a.order_id = o.id
               where o.customer_id = parcels_of_customer.customer_id and o.archived_at is null
               order by a.sent_at desc, a.id limit 50) l));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.reviews_of_customer (
  customer_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    with recursive them as (
      select reviews_of_customer.customer_id as id
      union
      -- Who was merged with them may have written under the former id.
      select c.id from public.customers c join them on c.merged_into = them.id
    )
    select jsonb_build_object('items', coalesce(jsonb_agg(to_jsonb(l) - 'total' order by l.created_at desc, l.id), '[]'),
                              'total', coalesce(max(l.total), 0))
      from (select r.id, r.product_id, p.name as product_name, r.rating, r.comment, r.is_published, r.awaits_staff, r.created_at,
                   count(*) over () as total
              from them
              join public.review_edit_tokens t on t.buyer_id = them.id
              join public.reviews r on r.id = t.review_id
              join public.products p on p.id = r.product_id
             order by r.created_at desc, r.id limit 50) l);
end;
$function$;

CREATE VIEW "shop"."owed_refunds" WITH (security_invoker=true) AS  SELECT o.id,
    o.customer_id,
    o.order_number,
    NULL::text AS return_number,
    o.customer_name,
    o.to_refund AS amount,
    COALESCE(
        CASE
            WHEN (o.status = 'cancelled'::shop.order_status) THEN ( SELECT max(e.created_at) AS max
               FROM public.order_events e
              WHERE ((e.order_id = o.id) AND ((e.after ->> 'status'::text) = 'cancelled'::text)))
            ELSE ( SELECT max(p.created_at) AS max
               FROM public.payments p
              WHERE (p.order_id = o.id))
        END, o.updated_at) AS since,
    'shop'::text AS waits_for
   FROM public.orders o
  WHERE ((o.to_refund > (0)::numeric) AND (o.archived_at IS NULL))
UNION ALL
 SELECT r.id,
    o.customer_id,
    o.order_number,
    r.return_number,
    o.customer_name,
    (s.refund - s.paid_back) AS amount,
    COALESCE(r.decided_at, r.created_at) AS since,
        CASE
            WHEN ((r.state = 'approved'::shop.return_state) AND r.comes_back) THEN 'pieces'::text
            WHEN ((r.outcome = 'transfer'::shop.return_outcome) AND (NOT (EXISTS ( SELECT
               FROM public.return_payouts w
              WHERE (w.request_id = r.id))))) THEN 'account'::text
            ELSE 'shop'::text
        END AS waits_for
   FROM ((public.return_requests r
     JOIN public.orders o ON (((o.id = r.order_id) AND (o.archived_at IS NULL))))
     CROSS JOIN LATERAL shop.return_sums(r.*) s(refund, paid_back))
  WHERE ((r.state = ANY (ARRAY['approved'::shop.return_state, 'received'::shop.return_state])) AND (r.outcome = ANY (ARRAY['transfer'::shop.return_outcome, 'store_credit'::shop.return_outcome])) AND (s.refund > s.paid_back));

CREATE INDEX contact_messages_by_email ON public.contact_messages USING btree (email, created_at DESC, id);

REVOKE ALL
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp
    WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text, text)
  FROM "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp
    WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text, text)
  TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp
    WITH time zone, text, boolean, integer, integer, text[], shop.order_source, text, text)
  TO "service_role";

REVOKE ALL ON FUNCTION "shop"."messages_of_customer"(public.customers) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."messages_of_customer"(public.customers) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."messages_of_customer"(public.customers) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."messages_of_customer"(public.customers) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."money_of_customer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."money_of_customer"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_of_customer"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."money_of_customer"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."parcels_of_customer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."parcels_of_customer"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parcels_of_customer"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."parcels_of_customer"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."reviews_of_customer"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."reviews_of_customer"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reviews_of_customer"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."reviews_of_customer"(text) TO "service_role";

GRANT SELECT ON TABLE "shop"."owed_refunds" TO "service_role";
