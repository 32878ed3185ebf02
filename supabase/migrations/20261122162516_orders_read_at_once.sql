SET local check_function_bodies = off;

DROP FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[]);

DROP FUNCTION "shop"."confirmation_json"(text);

DROP FUNCTION "shop"."is_held_by_gate"(text);

DROP FUNCTION "shop"."whatsapp_json"(text);

CREATE OR REPLACE FUNCTION public.list_orders (
  status      shop.order_status,
  email_like  text,
  from_time   timestamp with time zone,
  to_time     timestamp with time zone,
  sort_by     text,
  ascending   boolean,
  page_offset integer,
  page_limit  integer,
  typed_words text[]                   DEFAULT NULL::text[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  needs_order constant boolean := not is_searched or email_like is not null or sort_by in ('orderNumber', 'totalAmount', 'customerName');
  source constant text := case when not is_searched then 'public.orders o'
                               when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                               else 'shop.order_words w' end;
  -- Both tables have `status` and `created_at`.
  alias constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  conditions constant text := case when is_searched then 'w.words @@ shop.word_prefix_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)', alias)
    || case when email_like is null then '' else ' and o.customer_email like $2' end;
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
  -- Dynamic, so that each sort key uses its index; ids alone, so that skipped rows are not read.
  execute format('select array (select %s from %s where %s order by %s, %1$s limit $6)', id, source, conditions, ordering)
     into ids using list_orders.status, email_like, from_time, to_time, typed_words,
                    -- A word index returns all matches in any case.
                    case when is_searched then null when email_like is null then page_offset + page_limit
                         else greatest(page_offset + page_limit, counted_at_once) end;
  if not is_searched and email_like is null then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words;
  end if;
  return json_build_object(
    'items', shop.staff_orders_json(ids[page_offset + 1 : page_offset + page_limit]),
    'total', total);
end;
$function$;

REVOKE ALL
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[])
  FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.address_key (
  address text,
  city    text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return md5(trim(lower(regexp_replace(address || ' ' || city, '[\s,.;:#/()-]+', ' ', 'g'))));
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
  held_number text;
begin
  select h.order_number into held_number from shop.orders_held_by_gate h where h.order_id = check_dispatch_gate.order_id;
  if found then
    perform shop.refuse(409, 'not_confirmed',
      format('Order %s is not confirmed. Confirm it first, or let it go out for a reason: both in its details.', held_number),
      jsonb_build_object('orderNumber', held_number));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.count_records (
  subject   shop.counted_subject,
  kind      text,
  from_time timestamp with time zone,
  to_time   timestamp with time zone
)
  RETURNS bigint
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select coalesce(sum(t.records), 0)
            from shop.daily_counts t
           where t.subject = count_records.subject and (count_records.kind is null or t.kind = count_records.kind)
             and t.day >= coalesce(shop.day_of(count_records.from_time), '-infinity')
             and t.day < coalesce(shop.day_of(count_records.to_time), 'infinity'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.day_of (
  moment timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN ((moment AT TIME ZONE 'Asia/Karachi'::text))::date;

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
           where f.value is distinct from other -> f.key and f.key <> all ('{updated_at,order_number}'));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.new_id()
  RETURNS text
  LANGUAGE sql
RETURN (lpad(to_hex((EXTRACT(epoch FROM clock_timestamp()))::bigint), 8, '0'::text) || "right"(replace((gen_random_uuid())::text, '-'::text, ''::text), 16));

CREATE OR REPLACE FUNCTION shop.order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select to_jsonb(p.stored) || jsonb_build_object('items', p.items, 'shipments', p.shipments)
            from shop.order_parts p where p.order_id = order_json.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.phone_words (
  phone text
)
  RETURNS text[]
  LANGUAGE plpgsql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
declare
  digits constant text := regexp_replace(phone, '^\+92|\D', '', 'g');
begin
  return array (select right(digits, n) from generate_series(4, greatest(length(digits), 4)) n);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.photo_colors_fit (
  photo_colors jsonb,
  images       text[],
  colors       text[]
)
  RETURNS boolean
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_typeof(photo_colors) = 'array'
     and not exists (select 1 from jsonb_array_elements(photo_colors) e
                      where (e ->> 'image' = any (images) and e ->> 'color' = any (colors)) is not true);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.refuse_order_flood (
  payload jsonb,
  device  text,
  limits  jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  phone_sent constant text := payload ->> 'customerPhone';
  address_sent constant text := shop.address_key(payload ->> 'customerAddress', coalesce(payload ->> 'city', ''));
  of_phone timestamptz[];
  of_address timestamptz[];
  of_device timestamptz[];
  lock bigint;
  retry_after integer;
begin
  -- Always in the same order, so that two orders cannot wait for each other.
  for lock in select distinct hashtextextended(k, 2) from unnest(array['phone ' || phone_sent, 'address ' || address_sent, 'device ' || device]) k
               where k is not null order by 1 loop
    perform pg_advisory_xact_lock(lock);
  end loop;

  -- When the open orders were placed, the newest first.
  of_phone := array (select o.created_at from public.orders o
                      where o.status = 'pending' and o.archived_at is null and o.customer_phone = phone_sent order by o.created_at desc);
  of_address := array (select o.created_at from public.orders o
                        where o.status = 'pending' and o.archived_at is null and shop.address_key(o.customer_address, o.city) = address_sent
                       order by o.created_at desc);
  of_device := array (select o.created_at from public.orders o
                       where o.status = 'pending' and o.archived_at is null and o.device_fingerprint = device order by o.created_at desc);
  if cardinality(of_phone || of_address || of_device) = 0 then
    return;
  end if;

  select max(ceil(extract(epoch from r.since + r.period - now()))) into retry_after
    from (select l.period, (case l.kind when 'phone' then of_phone when 'address' then of_address else of_device end)[l.max_orders] as since
            from (select e.key as kind, (e.value ->> 'perHour')::integer as max_orders, interval '1 hour' as period from jsonb_each(limits) e
                  union all
                  select e.key, (e.value ->> 'perDay')::integer, interval '1 day' from jsonb_each(limits) e
                  union all
                  select 'phone', c.max_open_orders, interval '30 days' from public.confirmation_rules c) l) r
   where r.since > now() - r.period;
  if retry_after is not null then
    perform shop.refuse(429, 'too_many_orders', 'Several orders wait to be confirmed already', jsonb_build_object('retryAfter', retry_after));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.rupees_text (
  amount numeric
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return 'Rs ' || to_char(amount, 'FM999,999,999,990');
end;
$function$;

CREATE OR REPLACE FUNCTION shop.split_words (
  typed text
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(lower(typed), '[\s!-/:-@[-`{-~]+'::text), ''::text);

CREATE OR REPLACE FUNCTION shop.staff_order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return shop.staff_orders_json(array[order_id]) -> 0;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.staff_orders_json (
  ids text[]
)
  RETURNS json
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select coalesce(json_agg(document order by page.place), '[]')
            from unnest(ids) with ordinality as page (id, place)
           cross join lateral (select (p.stored).*, p.items, p.shipments, p.confirmation, p.whatsapp
                                 from shop.order_parts p where p.order_id = page.id) document);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.start_of_day (
  day date
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN ((day)::timestamp WITHOUT time zone AT TIME ZONE 'Asia/Karachi'::text);

CREATE OR REPLACE FUNCTION shop.store_order_words (
  order_id text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  o public.orders;
  words text[];
begin
  select * into o from public.orders f where f.id = store_order_words.order_id and f.archived_at is null;
  if not found then
    delete from shop.order_words w where w.order_id = store_order_words.order_id;
    return;
  end if;
  words := shop.split_words(o.order_number) || shop.split_words(o.customer_name) || shop.split_words(split_part(o.customer_email, '@', 1))
    || shop.phone_words(o.customer_phone) || case when o.second_phone is not null then shop.phone_words(o.second_phone) end
    || array(select w from public.order_items i, unnest(shop.split_words(i.product_name)) w where i.order_id = o.id)
    || array(select w from public.order_items i join public.product_variants v on v.id = i.variant_id, unnest(shop.split_words(v.sku)) w
              where i.order_id = o.id)
    || array(select w from public.shipments s,
                    unnest(shop.split_words(s.tracking_number) || shop.split_words(regexp_replace(s.tracking_number, '\W', '', 'g'))) w
              where s.order_id = o.id and s.archived_at is null);
  insert into shop.order_words (order_id, created_at, status, words)
  values (o.id, o.created_at, o.status, array_to_tsvector(array(select distinct left(w, 100) from unnest(words) w where w <> '')))
  on conflict on constraint order_words_pkey
    do update set created_at = excluded.created_at, status = excluded.status, words = excluded.words;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.sum_of_points (
  reasons jsonb
)
  RETURNS integer
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
begin
  return (select greatest(0, coalesce(sum((r ->> 'points')::integer), 0)) from jsonb_array_elements(reasons) r);
end;
$function$;

CREATE VIEW "shop"."orders_held_by_gate" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    o.order_number
   FROM ((public.confirmation_rules r
     JOIN public.orders o ON ((o.created_at >= r.gate_since)))
     LEFT JOIN public.order_confirmations c ON ((c.order_id = o.id)))
  WHERE ((c.state IS DISTINCT FROM 'confirmed'::shop.confirmation_state) AND (c.overridden_at IS NULL));

CREATE VIEW "shop"."order_parts" WITH (security_invoker=true) AS  SELECT o.id AS order_id,
    o.*::public.orders AS stored,
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
                    v.sku
                   FROM (public.order_items i
                     JOIN public.product_variants v ON ((v.id = i.variant_id)))
                  WHERE (i.order_id = o.id)) line) AS items,
    ( SELECT COALESCE(json_agg(json_build_object('id', s.id, 'shipment_number', s.shipment_number, 'status', s.status, 'carrier', s.carrier, 'tracking_number', s.tracking_number, 'updated_at', s.updated_at) ORDER BY s.created_at, s.id), '[]'::json) AS "coalesce"
           FROM public.shipments s
          WHERE ((s.order_id = o.id) AND (s.archived_at IS NULL))) AS shipments,
    ( SELECT json_build_object('state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons, 'held_because', c.held_because, 'claimed_by',
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
                       FROM shop.orders_held_by_gate h
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

REVOKE ALL ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[]) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "public"."list_orders"(shop.order_status, text, timestamp WITH time zone, timestamp WITH time zone, text, boolean, integer, integer, text[])
  TO "service_role";

REVOKE ALL ON FUNCTION "shop"."staff_orders_json"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."staff_orders_json"(text[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."staff_orders_json"(text[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."staff_orders_json"(text[]) TO "service_role";

GRANT SELECT ON TABLE "shop"."order_parts" TO "service_role";

GRANT SELECT ON TABLE "shop"."orders_held_by_gate" TO "service_role";
