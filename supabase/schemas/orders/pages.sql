-- The secret page of an order. Its link ends in a key that only the order's shopper and staff have; whoever has it needs no phone number
-- and no account.

-- A key is made when somebody first asks for the link. Apart from the order, so that no list of orders shows it.
create table shop.order_keys (
  order_id text primary key references public.orders (id),
  key text not null,
  constraint order_keys_key_long check (char_length(key) = 24)
);

alter table shop.order_keys enable row level security;
grant select, insert, update on shop.order_keys to service_role;

-- A new key: 144 random bits, in the letters of an address.
create function shop.new_page_key() returns text
language plpgsql volatile set search_path = ''
as $$
begin
  return translate(encode(substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) for 18), 'base64'), '+/', '-_');
end;
$$;

-- The key of an order's page. Takes the order's id; its first call makes the key.
create function shop.page_key(order_id text) returns text
language plpgsql volatile set search_path = ''
as $$
declare
  found_key text;
begin
  select k.key into found_key from shop.order_keys k where k.order_id = page_key.order_id;
  if not found then
    insert into shop.order_keys as k (order_id, key) values (page_key.order_id, shop.new_page_key())
    -- Whoever asks at the same time gets the same key.
    on conflict on constraint order_keys_pkey do update set key = k.key
    returning k.key into found_key;
  end if;
  return found_key;
end;
$$;

-- What the link of an order's page is made of: {orderNumber, key}. Takes the order's id. Refuses 404 `order_not_found`, also for an
-- archived one.
create function public.order_page_key(order_id text) returns jsonb
language plpgsql volatile set search_path = ''
as $$
declare
  order_number text;
begin
  select o.order_number into order_number from public.orders o where o.id = order_page_key.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return jsonb_build_object('order_number', order_number, 'key', shop.page_key(order_page_key.order_id));
end;
$$;

-- Mails the link of an order's page to the order's address, which nobody who asks for it can choose. Nothing tells whether there is one.
-- Takes the order's id, whether whoever asks has said what proves them, and how often it may be asked {order: {hits, seconds}, network:
-- {hits, seconds, bucket}}, proved or not; null for any number. Refuses 429 `too_many_guesses` {retryAfter}.
create function shop.mail_page_link(order_id text, is_proved boolean, guesses jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  seconds_to_wait integer := 0;
begin
  if guesses is not null then
    seconds_to_wait := greatest(
      public.hit_rate_limit(shop.bucket('page link', mail_page_link.order_id), (guesses #>> '{order,hits}')::integer,
                            (guesses #>> '{order,seconds}')::integer),
      public.hit_rate_limit(shop.bucket('page link from', guesses #>> '{network,bucket}'), (guesses #>> '{network,hits}')::integer,
                            (guesses #>> '{network,seconds}')::integer));
  end if;
  if seconds_to_wait > 0 then
    perform shop.refuse('too_many_guesses', jsonb_build_object('retryAfter', seconds_to_wait));
  end if;
  insert into public.mail_outbox (kind, recipient, payload)
  select 'order_link', o.customer_email,
         jsonb_build_object('order_number', o.order_number, 'customer_name', o.customer_name, 'page_key', shop.page_key(o.id))
    from public.orders o where o.id = mail_page_link.order_id and is_proved and o.customer_email <> '';
end;
$$;

grant execute on function public.order_page_key to service_role;
