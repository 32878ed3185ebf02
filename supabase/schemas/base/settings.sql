-- What the owner changes without a developer: name, contact, delivery rule, texts of the pages. Pages, carts, orders and mails read the
-- same row. Groups and limits are the schema `settings` of the API; a group that is missing here has its default
-- (src/domain/settings/defaults.ts).

-- Whether a value is a delivery rule {freeFrom, fee}, in rupees. Orders are charged by it, so the database checks it, too.
create function shop.is_delivery_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'freeFrom') = 'number' and jsonb_typeof(rule -> 'fee') = 'number'
              then (rule ->> 'freeFrom')::numeric >= 0 and (rule ->> 'fee')::numeric >= 0
              else false end;
$$;

-- Whether a value is a rule for builds: {"rebuild": "at_once" | "interval" | "nightly", "minutes": 5 to 1440, "hour": 0 to 23 in Pakistan}.
-- `shop.collected_at` reads it; one that it cannot read would end all building.
create function shop.is_rebuild_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'minutes') = 'number' and jsonb_typeof(rule -> 'hour') = 'number'
              then coalesce(rule ->> 'rebuild' in ('at_once', 'interval', 'nightly'), false)
                   and (rule ->> 'minutes')::numeric between 5 and 1440 and (rule ->> 'minutes')::numeric % 1 = 0
                   and (rule ->> 'hour')::numeric between 0 and 23 and (rule ->> 'hour')::numeric % 1 = 0
              else false end;
$$;

-- Whether a value is a rule for mails that ask for reviews: {"isOn": boolean, "days": 1 to 60 after the delivery}. `queue_review_mails`
-- reads it.
create function shop.is_review_mail_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'isOn') = 'boolean' and jsonb_typeof(rule -> 'days') = 'number'
              then (rule ->> 'days')::numeric between 1 and 60 and (rule ->> 'days')::numeric % 1 = 0
              else false end;
$$;

-- Whether a value says which mails customers get: {"parcelLeft": boolean, "parcelArrived": boolean, "returnDecided": boolean}; what is
-- missing is on. `shop.is_customer_mail_on` reads it.
create function shop.is_customer_mail_choice(choice jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(choice) = 'object'
     and coalesce(jsonb_typeof(choice -> 'parcelLeft'), 'boolean') = 'boolean'
     and coalesce(jsonb_typeof(choice -> 'parcelArrived'), 'boolean') = 'boolean'
     and coalesce(jsonb_typeof(choice -> 'returnDecided'), 'boolean') = 'boolean';
$$;

-- Whether a value is a policy of returns: {"days": 1 to 365, "evidence": [kinds], "shopPays": [kinds], "excludesReduced": boolean,
-- "outcomes": [at least one]}; what is missing has its default. `shop.return_policy` reads it.
create function shop.is_return_policy(policy jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(policy -> 'days') = 'number'
              then (policy ->> 'days')::numeric between 1 and 365 and (policy ->> 'days')::numeric % 1 = 0
                   and coalesce(policy -> 'evidence', '[]') <@ '["return", "exchange", "claim"]'
                     and coalesce(policy -> 'shopPays', '[]') <@ '["return", "exchange", "claim"]'
                   and coalesce(jsonb_typeof(policy -> 'excludesReduced'), 'boolean') = 'boolean'
                   and coalesce(policy -> 'outcomes' <@ '["transfer", "store_credit", "exchange"]' and policy -> 'outcomes' <> '[]', true)
              else false end;
$$;

-- Whether a value is a rule for gifts: {"wrap": "off" | "offered", "price": 0 to 10000 whole rupees}. Orders are charged by it.
create function shop.is_gift_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'price') = 'number'
              then coalesce(rule ->> 'wrap' in ('off', 'offered'), false)
                   and (rule ->> 'price')::numeric between 0 and 10000 and (rule ->> 'price')::numeric % 1 = 0
              else false end;
$$;

-- Whether a value is a rule for sales tax: {"percent": 0 to 50, whole}; 0 is off. Prices include it. Orders are placed by it.
create function shop.is_sales_tax_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select case when jsonb_typeof(rule -> 'percent') = 'number'
              then (rule ->> 'percent')::numeric between 0 and 50 and (rule ->> 'percent')::numeric % 1 = 0
              else false end;
$$;

-- Whether a value is a rule for the door: {"points": text, "opening": "before_paying" | "after_paying"}; without `opening` it is after.
-- `shop.may_open_before_paying` reads it.
create function shop.is_door_rule(rule jsonb) returns boolean
language sql immutable set search_path = ''
as $$
  select jsonb_typeof(rule) = 'object' and coalesce(rule ->> 'opening' in ('before_paying', 'after_paying'), true);
$$;

create table public.shop_settings (
  id boolean primary key default true,
  content jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  constraint shop_settings_one_row check (id),
  constraint shop_settings_content_object check (jsonb_typeof(content) = 'object'),
  constraint shop_settings_delivery_valid check (not content ? 'delivery' or shop.is_delivery_rule(content -> 'delivery')),
  constraint shop_settings_gifts_valid check (not content ? 'gifts' or shop.is_gift_rule(content -> 'gifts')),
  constraint shop_settings_sales_tax_valid check (not content ? 'salesTax' or shop.is_sales_tax_rule(content -> 'salesTax')),
  constraint shop_settings_pages_valid check (not content ? 'pages' or shop.is_rebuild_rule(content -> 'pages')),
  constraint shop_settings_returns_valid check (not content ? 'returns' or shop.is_return_policy(content -> 'returns')),
  constraint shop_settings_review_mails_valid check (not content ? 'reviewMails' or shop.is_review_mail_rule(content -> 'reviewMails')),
  constraint shop_settings_customer_mails_valid check (not content ? 'customerMails'
                                                       or shop.is_customer_mail_choice(content -> 'customerMails')),
  constraint shop_settings_door_valid check (not content ? 'door' or shop.is_door_rule(content -> 'door'))
);

insert into public.shop_settings default values;

create trigger shop_settings_touched before update on public.shop_settings for each row execute function shop.touch_updated_at();

alter table public.shop_settings enable row level security;

-- The build reads it with the public key, and everything in it is on the pages.
create policy "everyone reads the settings" on public.shop_settings for select to anon, authenticated using (true);
grant select on public.shop_settings to anon, authenticated;
grant select, insert, update on public.shop_settings to service_role;

-- What gift wrap costs today, in rupees; null where the shop offers none.
create function shop.gift_wrap_price() returns numeric
language sql stable set search_path = ''
as $$
  select (s.content #>> '{gifts,price}')::numeric from public.shop_settings s where s.content #>> '{gifts,wrap}' = 'offered';
$$;

-- The per cent of sales tax that prices include today; 0 while it is off.
create function shop.sales_tax_percent() returns smallint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select (s.content #>> '{salesTax,percent}')::smallint from public.shop_settings s), 0::smallint);
end;
$$;

-- Whether the owner has a mail to customers sent: `parcelLeft`, `parcelArrived` or `returnDecided`.
create function shop.is_customer_mail_on(mail text) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((select (s.content -> 'customerMails' ->> mail)::boolean from public.shop_settings s), true);
$$;
