-- What of a parcel is told: to the order's timeline, to the phones of staff, and to the customer (read/parcel_mails.sql).

-- Writes down a new parcel with all that it says, and what changed of one, with the word of the courier that changed it.
create function shop.log_parcel_change(old public.shipments, new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  differs constant jsonb := case when old.id is not null then shop.different_fields(to_jsonb(new), to_jsonb(old)) end;
begin
  if old.id is null then
    perform shop.log_order_event(new.order_id, 'parcel', new.shipment_number, null,
      jsonb_strip_nulls(jsonb_build_object('status', new.status, 'carrier', nullif(new.carrier, ''),
                                           'tracking_number', nullif(new.tracking_number, ''))));
  else
    perform shop.log_order_event(new.order_id, 'parcel', new.shipment_number,
      shop.different_fields(to_jsonb(old), to_jsonb(new)), differs,
      case when differs ? 'status' then coalesce(current_setting('shop.courier_says', true), '') else '' end);
  end if;
end;
$$;

-- A parcel failed or comes back.
create function shop.push_parcel(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  of_order public.orders;
begin
  select * into of_order from public.orders o where o.id = new.order_id;
  perform shop.queue_push('parcel', concat_ws(' ', 'parcel', new.id, new.status::text, extract(epoch from now())::text),
    jsonb_build_object(
      'parcel', new.shipment_number, 'number', of_order.order_number, 'status', new.status, 'city', of_order.city_known), 'see_orders');
end;
$$;

create type shop.parcel_event as enum ('left', 'arrived');

-- What a customer is told of a parcel: that it left and that it arrived, each once. Rows that were told stay, so that a status that is
-- taken back and given again says nothing twice.
create table shop.parcel_news (
  shipment_id text not null references public.shipments (id),
  event shop.parcel_event not null,
  happened_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (shipment_id, event)
);

create index parcel_news_waiting on shop.parcel_news (happened_at) where told_at is null;

alter table shop.parcel_news enable row level security;
grant select, insert, update, delete on shop.parcel_news to service_role;

-- A parcel got a status: what is not true any more and was not told yet is forgotten, and what is new waits to be told.
create function shop.note_parcel_news(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  happened constant shop.parcel_event := case when shop.is_under_way(new.status) then 'left'
                                              when new.status = 'delivered' then 'arrived' end;
begin
  delete from shop.parcel_news n
   where n.shipment_id = new.id and n.told_at is null and n.event is distinct from happened;
  insert into shop.parcel_news (shipment_id, event) select new.id, happened where happened is not null
  on conflict do nothing;
end;
$$;
