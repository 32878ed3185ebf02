SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION shop.needs_proof (
  units   bigint,
  phone   text,
  network text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  AS $function$
declare
  most constant public.limits := shop.limits();
  of_network bigint;
  of_strangers bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('reserved by strangers', 3));
  select coalesce(sum(i.quantity), 0) into of_network
    from shop.order_networks n
    join shop.unconfirmed_orders u on u.id = n.order_id and not u.awaits_proof
    join public.order_items i on i.order_id = u.id
   where n.network = needs_proof.network;
  if of_network + units > most.network_units then
    return true;
  end if;
  if exists (select from shop.customer_phones p join public.orders d on d.customer_id = p.customer_id
              where p.phone = needs_proof.phone and d.status = 'delivered') then
    return false;
  end if;
  select coalesce(sum(i.quantity), 0) into of_strangers
    from shop.unconfirmed_orders u
    join public.order_items i on i.order_id = u.id
   where not u.awaits_proof
     -- `offset 0` makes Postgres look up each customer's orders, whatever number of orders it planned for.
     and not exists (select from public.orders d where d.customer_id = u.customer_id and d.status = 'delivered' offset 0);
  return of_strangers + units > most.shop_units;
end;
$function$;
