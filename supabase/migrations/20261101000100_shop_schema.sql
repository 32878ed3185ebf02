-- The ground every other migration stands on: a schema for what only the database itself may call,
-- ids that sort by time, refusals that reach the API with a code, and nothing granted by default.

create schema if not exists shop;
grant usage on schema shop to service_role;

-- Nobody may run or read what a later migration does not grant by name.
-- What everybody may run by default can only be taken back everywhere: within one schema, `revoke … from public` does nothing.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;

create type shop.order_status as enum ('pending', 'processing', 'shipped', 'delivered', 'cancelled');
create type shop.payment_status as enum ('pending', 'paid', 'failed');
create type shop.purchase_order_status as enum ('pending', 'ordered', 'received', 'partial', 'cancelled');
create type shop.shipment_status as enum ('preparing', 'shipped', 'in_transit', 'out_for_delivery', 'delivered', 'failed', 'returned');
create type shop.shipping_method as enum ('standard', 'express', 'overnight', 'international');
create type shop.stock_change_kind as enum ('purchase', 'sale', 'adjustment', 'return', 'damage', 'transfer');
create type shop.mail_kind as enum ('order_confirmation', 'contact_message');
create type shop.build_status as enum ('pending', 'running', 'succeeded', 'failed');

-- A new id: 24 hex characters, the first eight the second it was made in, the rest random.
create function shop.new_id() returns text
language sql volatile set search_path = ''
as $$
  select lpad(to_hex(extract(epoch from clock_timestamp())::bigint), 8, '0')
      || substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
      || substr(replace(gen_random_uuid()::text, '-', ''), 29, 4);
$$;

-- Stops the transaction with an answer for the caller: an HTTP status, a code, a sentence, and details as JSON.
-- PostgREST renders sqlstate PGRST as that answer: https://docs.postgrest.org/en/stable/references/errors.html#raise-errors-with-http-status-codes
create function shop.refuse(status integer, code text, message text, details jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using
    message = json_build_object('code', code, 'message', message, 'details', details::text, 'hint', null)::text,
    detail = json_build_object('status', status, 'headers', json_build_object())::text;
end;
$$;

-- Stamps a row with the time of its last edit.
create function shop.touch_updated_at() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

grant execute on all functions in schema shop to service_role;
