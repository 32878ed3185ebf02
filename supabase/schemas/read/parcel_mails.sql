-- Telling customers by mail that a parcel left and that it arrived. A mail waits ten minutes, and then says what is true by then: what was
-- pressed by mistake and taken back at once is never told, and a number that was typed after the status is in it.

-- Whether something may be told at a moment: not at once, and not late, such as what happened while such mails were off.
create function shop.is_parcel_news_due(news shop.parcel_news, at timestamptz) returns boolean
language sql immutable set search_path = ''
as $$
  select news.told_at is null and news.happened_at <= at - interval '10 minutes' and news.happened_at > at - interval '1 day';
$$;

-- What a mail says of parcels of one order to which the same happened: the order, each parcel with its courier, its number and what its
-- rider asks for, and how many others of which the same is still to come. Takes the order, what happened, the parcels' ids, and the time.
create function shop.parcel_mail_json(of_order public.orders, event shop.parcel_event, shipment_ids text[], at timestamptz) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  return jsonb_build_object(
    'order_number', of_order.order_number, 'customer_name', of_order.customer_name, 'page_key', shop.page_key(of_order.id),
    'status', of_order.status, 'ordered_at', of_order.created_at, 'city_known', of_order.city_known, 'at', at,
    'parcels', (select jsonb_agg(jsonb_build_object('shipment_number', s.shipment_number, 'carrier', s.carrier, 'status', s.status,
                                                    'tracking_number', s.tracking_number, 'to_collect', s.to_collect,
                                                    'estimated_delivery_date', s.estimated_delivery_date) order by s.created_at, s.id)
                  from public.shipments_of_orders s where s.id = any (shipment_ids)),
    'others', (select count(*) from public.shipments s where s.order_id = of_order.id and s.archived_at is null
               and case event when 'left' then s.status = 'preparing' else not shop.is_over(s.status) end and s.id <> all (shipment_ids)),
    'returns_until', (select t.ends_at from shop.return_terms t where t.order_id = of_order.id and of_order.status = 'delivered'));
end;
$$;

-- Writes the mails that are due at a moment, unless the owner switched them off or it is night in Pakistan: one for all parcels of an order
-- to which the same happened. Takes the moment. Returns how many it wrote. Any number of runs may overlap.
create function public.queue_parcel_mails(at timestamptz default now()) returns integer
language plpgsql set search_path = ''
as $$
declare
  written integer;
begin
  if shop.after_quiet_hours(queue_parcel_mails.at) <> queue_parcel_mails.at then
    return 0;
  end if;
  with due as (
    select n.shipment_id, n.event from shop.parcel_news n
     where shop.is_parcel_news_due(n, queue_parcel_mails.at)
       and shop.is_customer_mail_on(case n.event when 'left' then 'parcelLeft' else 'parcelArrived' end)
     order by n.happened_at, n.shipment_id limit 200 for update skip locked
  ), told as (
    update shop.parcel_news n set told_at = queue_parcel_mails.at from due where (n.shipment_id, n.event) = (due.shipment_id, due.event)
    returning n.shipment_id, n.event
  ), together as (
    select s.order_id, t.event, array_agg(s.id) as parcels
      from told t join public.shipments s on s.id = t.shipment_id and s.archived_at is null
     group by s.order_id, t.event
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select ('parcel_' || t.event)::shop.mail_kind, o.customer_email, shop.parcel_mail_json(o, t.event, t.parcels, queue_parcel_mails.at)
    from together t
    join public.orders o on o.id = t.order_id
   where o.customer_email <> '' and o.archived_at is null and o.status <> 'cancelled';
  get diagnostics written = row_count;
  return written;
end;
$$;

-- Whether what a mail says of parcels still holds; always for another kind of mail. Takes its row.
create function shop.is_still_true(mail public.mail_outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return mail.kind::text not in ('parcel_left', 'parcel_arrived') or exists (
    select from jsonb_array_elements(mail.payload -> 'parcels') p
      join public.shipments s on s.shipment_number = p ->> 'shipment_number' and s.archived_at is null
     where case mail.kind::text when 'parcel_left' then shop.is_under_way(s.status) else s.status = 'delivered' end);
end;
$$;

grant execute on function public.queue_parcel_mails to service_role;
