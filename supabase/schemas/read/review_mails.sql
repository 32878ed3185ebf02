-- Asking for reviews: some days after a delivery one mail asks for a review of each piece. Once for an order, and never somebody who
-- refused. Such a mail goes when it is sure to take nothing from others (`shop.why_not_mailed`).

-- When an order was delivered last, and when its customer was asked. Rows stay, so that nobody is asked twice.
create table shop.review_requests (
  order_id text primary key references public.orders (id),
  delivered_at timestamptz not null,
  asked_at timestamptz
);

create index review_requests_waiting on shop.review_requests (delivered_at) where asked_at is null;

alter table shop.review_requests enable row level security;
grant select, insert, update on shop.review_requests to service_role;

-- Who never wants to be asked again: the SHA-256 of their mailbox, which is enough to know it again.
create table shop.review_refusals (
  mailbox_hash text primary key,
  refused_at timestamptz not null default now(),
  constraint review_refusals_mailbox_hash_sha256 check (mailbox_hash ~ '^[0-9a-f]{64}$')
);

alter table shop.review_refusals enable row level security;
grant select, insert on shop.review_refusals to service_role;

-- What `shop.review_refusals` holds of an address.
create function shop.mailbox_hash(address text) returns text
language sql immutable set search_path = ''
as $$
  select encode(sha256(convert_to(shop.mailbox(address), 'UTF8')), 'hex');
$$;

-- Whether and when customers are asked: {isOn, days}. Defaults as in src/domain/settings/defaults.ts.
create function shop.review_mail_rule() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return '{"isOn": true, "days": 5}'::jsonb || coalesce((select s.content -> 'reviewMails' from public.shop_settings s), '{}');
end;
$$;

-- Notes when an order was delivered. One that was asked about stays so.
create function shop.note_delivery(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into shop.review_requests as r (order_id, delivered_at) values (new.id, now())
  on conflict (order_id) do update set delivered_at = now() where r.asked_at is null;
end;
$$;

-- Whether something of an order is not settled: asked back or claimed, as long as nothing was decided and done; or a parcel of it, or of
-- the order that it was exchanged for, is still to come. Takes its id.
create function shop.is_unsettled(order_id text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.return_requests r left join public.orders e on e.id = r.exchange_order_id and e.archived_at is null
                  where r.order_id = is_unsettled.order_id
                    and (not shop.is_closed(r.state) or r.state = 'settled' and shop.is_open(e.status)))
      or exists (select from public.shipments s where s.order_id = is_unsettled.order_id and s.archived_at is null
                 and not shop.is_over(s.status));
$$;

-- Whether the customer of an order may be asked for reviews: it was delivered and did not come back, nothing of it is unsettled, it has an
-- address that nobody refused, and we would send them something again. Takes its id.
create function shop.may_be_reviewed(order_id text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from public.orders o
      join public.customers c on c.id = o.customer_id
      left join lateral (select l.status from public.shipments l where l.order_id = o.id and l.archived_at is null
                          order by l.created_at desc, l.id desc limit 1) s on true
     where o.id = may_be_reviewed.order_id and o.status = 'delivered' and o.archived_at is null and o.customer_email <> ''
       and c.block <> 'do_not_ship' and not coalesce(shop.is_back(s.status), false)
       and not shop.is_unsettled(o.id)
       and not exists (select from shop.review_refusals f where f.mailbox_hash = shop.mailbox_hash(o.customer_email)));
end;
$$;

-- What of an order can be reviewed: [{product_id, name, image}], each product once, in the order's order. Leaves out what is gone from the
-- shop, what the customer has reviewed, and what was given back. Null for nothing. Takes the order's id.
create function shop.reviewable_pieces(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('product_id', p.id, 'name', p.name, 'image', shop.photo_of(p.images, p.photo_colors, i.color))
                     order by i.position)
      from (select l.product_id, min(l.position) as position, sum(l.quantity) as units,
                   (array_agg(l.selected_color order by l.position))[1] as color
              from public.order_items l
             where l.order_id = reviewable_pieces.order_id group by l.product_id order by 2 limit 10) i
      join public.products p on p.id = i.product_id and p.archived_at is null
      join public.orders o on o.id = reviewable_pieces.order_id
     where not exists (select from public.review_edit_tokens t join public.reviews r on r.id = t.review_id
                        where t.buyer_id = o.customer_id and r.product_id = p.id)
       and i.units > (select count(*) from shop.return_pieces r join public.order_items l on l.id = r.order_item_id
                       where r.order_id = o.id and l.product_id = p.id and not r.is_released));
end;
$$;

-- Writes the mails that are due at a moment, unless the owner switched them off or it is night in Pakistan: for orders delivered as many
-- days ago as the settings say. What was due two weeks before is left alone, so that switching them on asks about nothing old. Takes the
-- moment. Returns how many it wrote. Any number of runs may overlap.
create function public.queue_review_mails(at timestamptz default now()) returns integer
language plpgsql set search_path = ''
as $$
declare
  rule constant jsonb := shop.review_mail_rule();
  due_before constant timestamptz := queue_review_mails.at - make_interval(days => (rule ->> 'days')::integer);
  written integer;
begin
  if not (rule ->> 'isOn')::boolean or shop.after_quiet_hours(queue_review_mails.at) <> queue_review_mails.at then
    return 0;
  end if;
  with due as (
    select r.order_id from shop.review_requests r
     where r.asked_at is null and r.delivered_at <= due_before and r.delivered_at > due_before - interval '14 days'
       and shop.may_be_reviewed(r.order_id)
     order by r.delivered_at, r.order_id limit 100 for update of r skip locked
  ), asked as (
    update shop.review_requests r set asked_at = queue_review_mails.at from due where r.order_id = due.order_id returning r.order_id
  )
  insert into public.mail_outbox (kind, recipient, payload)
  select 'review_request', o.customer_email,
         jsonb_build_object('order_id', o.id, 'order_number', o.order_number, 'customer_name', o.customer_name,
                            'page_key', shop.page_key(o.id), 'pieces', p.pieces)
    from asked a
    join public.orders o on o.id = a.order_id
    cross join lateral (select shop.reviewable_pieces(o.id) as pieces) p
   where p.pieces is not null;
  get diagnostics written = row_count;
  return written;
end;
$$;

-- Never asks the customer of an order for a review again, also not about other orders of that mailbox; what is waiting to be sent is
-- dropped. Takes the order's id; one that nobody has changes nothing.
create function public.refuse_review_mails(order_id text) returns void
language plpgsql set search_path = ''
as $$
declare
  address constant text := (select o.customer_email from public.orders o where o.id = refuse_review_mails.order_id
                            and o.customer_email <> '');
begin
  insert into shop.review_refusals (mailbox_hash) select shop.mailbox_hash(address) where address is not null on conflict do nothing;
  delete from public.mail_outbox m
   where m.kind = 'review_request' and m.sent_at is null and m.failed_at is null and shop.mailbox(m.recipient) = shop.mailbox(address);
end;
$$;

grant execute on function public.queue_review_mails, public.refuse_review_mails to service_role;
