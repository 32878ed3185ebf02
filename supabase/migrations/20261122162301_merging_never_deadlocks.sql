SET local check_function_bodies = off;

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
    perform shop.refuse(404, 'customer_not_found', 'Customer not found');
  end if;
  return shop.customer_json(customer) || jsonb_build_object(
    'addresses', (select coalesce(jsonb_agg(to_jsonb(a) order by a.last_used_at desc), '[]')
                    from (select max(o.customer_address) as address, max(o.city) as city, count(*) as orders, max(o.created_at) as last_used_at
                            from public.orders o where o.customer_id = customer.id and o.archived_at is null
                           group by shop.address_key(o.customer_address, o.city) order by 4 desc limit 20) a),
    'orders', (select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at desc, l.id), '[]')
                 from (select o.id, o.order_number, o.status, o.total_amount, o.created_at from public.orders o
                        where o.customer_id = customer.id and o.archived_at is null order by o.created_at desc, o.id limit 50) l),
    'similar', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'record', shop.customer_record(s.id)) order by s.last_order_at desc), '[]')
                  from (select * from public.customers e
                         where e.email = customer.email and e.email <> '' and e.id <> customer.id and e.merged_into is null
                         order by e.last_order_at desc limit 5) s));
end;
$function$;

CREATE OR REPLACE FUNCTION public.merge_customers (
  keep  text,
  other text,
  actor uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  kept public.customers;
  merged public.customers;
  locked text[];
begin
  perform shop.act_as(actor);
  if keep = other then
    perform shop.refuse_field('other', 'Choose another customer');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('merging customers', 0));
  loop
    begin
      locked := array (select o.id from public.orders o where o.customer_id = other order by o.id for no key update);
      perform 1 from public.customers c where c.id in (keep, other) and c.merged_into is null for no key update;
      exit when cardinality(locked) = (select count(*) from public.orders o where o.customer_id = other);
      raise sqlstate 'AGAIN';
    exception when sqlstate 'AGAIN' then
      null;
    end;
  end loop;
  select * into kept from public.customers c where c.id = keep and c.merged_into is null;
  select * into merged from public.customers c where c.id = other and c.merged_into is null;
  if kept.id is null or merged.id is null then
    perform shop.refuse(404, 'customer_not_found', 'Customer not found');
  end if;

  update shop.customer_phones p set customer_id = keep where p.customer_id = other;
  update public.customers c set merged_into = keep where c.id = other;
  update public.customers c
     set notes = concat_ws(e'\n', nullif(kept.notes, ''), nullif(merged.notes, '')),
         tags = array (select distinct t from unnest(kept.tags || merged.tags) t order by t),
         block = greatest(kept.block, merged.block),
         created_at = least(kept.created_at, merged.created_at)
   where c.id = keep;
  perform shop.write_customer_words(kept);
  -- Their customer follows from the phone.
  update public.orders o set customer_id = keep where o.customer_id = other;
  return public.find_customer(keep);
end;
$function$;
