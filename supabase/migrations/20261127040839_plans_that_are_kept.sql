SET local check_function_bodies = off;

DROP FUNCTION "shop"."limits"();

DROP FUNCTION "shop"."standing_of"(uuid);

CREATE OR REPLACE FUNCTION shop.known_occasions()
  RETURNS text[]
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
RETURN ARRAY['everyday'::text, 'party'::text, 'mehndi'::text, 'barat'::text, 'walima'::text, 'eid'::text, 'gift'::text];

CREATE OR REPLACE FUNCTION shop.limits()
  RETURNS public.limits
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  found_limits public.limits;
begin
  select * into found_limits from public.limits l where l.id;
  return found_limits;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.marked_words (
  mark  text,
  words text[]
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
RETURN COALESCE(string_to_array((mark || NULLIF(array_to_string(words, (' '::text || mark)), ''::text)), ' '::text), '{}'::text[]);

CREATE OR REPLACE FUNCTION shop.refuse_large_order (
  lines    shop.priced_line[],
  total    numeric,
  phone    text,
  device   text,
  added_to text               DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  most constant public.limits := shop.limits();
  waiting constant text[] := array (select u.id from shop.unconfirmed_orders u where u.customer_phone = phone
                                    union select u.id from shop.unconfirmed_orders u where u.device_fingerprint = device
                                    union select added_to where added_to is not null);
  waiting_units bigint := 0;
  waiting_value numeric := 0;
  units constant bigint := (select sum(l.quantity) from unnest(lines) l);
  already constant text := case when waiting <@ array[added_to] then 'are in it' else 'wait' end;
  -- What the limits are counted over, in words.
  per constant text := case when waiting <@ array[added_to] then 'in one order' else 'until your waiting orders are confirmed' end;
  too_many jsonb;
  path text := 'items';
  allowed numeric;
  message text;
begin
  if waiting <> '{}' then
    waiting_units := (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting));
    waiting_value := (select coalesce(sum(o.total_amount), 0) from public.orders o where o.id = any (waiting));
  end if;

  select jsonb_agg(jsonb_build_object('productId', s.product_id, 'name', s.name, 'line', s.first_line,
                                      'available', greatest(0, most.piece_units - s.reserved)) order by s.first_line)
    into too_many
    from (select l.product_id, min(l.product_name) as name, min(l.line_position) as first_line, sum(l.quantity) as asked,
                 (select coalesce(sum(i.quantity), 0) from public.order_items i where i.order_id = any (waiting)
                  and i.product_id = l.product_id) as reserved
            from unnest(lines) l group by l.product_id) s
   where s.asked + s.reserved > most.piece_units;

  if too_many is not null then
    path := format('items.%s.quantity', too_many -> 0 ->> 'line');
    allowed := most.piece_units;
    message := format('Online you can order at most %s of %s %s', allowed, too_many -> 0 ->> 'name', per);
  elsif units + waiting_units > most.order_units then
    allowed := most.order_units;
    message := format('Online you can order at most %s pieces %s: here are %s%s', allowed, per, units,
                      case when waiting_units > 0 then format(', and %s %s already', waiting_units, already) else '' end);
  elsif total + waiting_value > most.order_value then
    allowed := most.order_value;
    message := format('Online you can order for at most %s %s: this is %s%s', shop.rupees_text(allowed), per, shop.rupees_text(total),
                      case when waiting_value > 0
                           then format(', and %s %s already', shop.rupees_text(waiting_value), already) else '' end);
  else
    return;
  end if;
  perform shop.refuse('order_too_large', jsonb_build_object('allowed', allowed, 'items', coalesce(too_many, '[]'),
    'errors', jsonb_build_array(jsonb_build_object('path', path, 'message', message))));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.standing_of (
  staff_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_build_object('is_owner', s.is_owner, 'role', r.name, 'rights', r.rights)
            from public.staff s join public.staff_roles r on r.id = s.role where s.id = standing_of.staff_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.take_pieces (
  order_id     text,
  order_number text,
  actor        uuid,
  is_first     boolean DEFAULT false
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
  if not is_first then
    update shop.sent_pieces s set sent = s.received + i.quantity
      from public.order_items i where s.order_id = take_pieces.order_id and i.id = s.order_item_id;
  end if;
end;
$function$;

REVOKE ALL ON FUNCTION "shop"."limits"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."limits"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."limits"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."limits"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."standing_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."standing_of"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."standing_of"(uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."standing_of"(uuid) TO "service_role";
