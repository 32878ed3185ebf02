-- What the shop promised about returns when an order was placed, and which pieces were reduced then.

-- The lines of orders whose piece was reduced when it was sold.
create table shop.reduced_items (
  order_item_id text primary key references public.order_items (id) on delete cascade
);

alter table shop.reduced_items enable row level security;
grant select, insert on shop.reduced_items to service_role;

-- Trigger: remembers which pieces are sold below a price that is struck through.
create function shop.remember_reduced() returns trigger
language plpgsql set search_path = ''
as $$
begin
  insert into shop.reduced_items (order_item_id)
  select s.id from sold s join public.products p on p.id = s.product_id where p.original_price > s.price;
  return null;
end;
$$;

create trigger order_items_reduced after insert on public.order_items referencing new table as sold
  for each statement execute function shop.remember_reduced();

-- What is promised to the customer of an order when it arrives: whatever the shop changes later, it holds for this one.
create table shop.return_terms (
  order_id text primary key references public.orders (id),
  delivered_at timestamptz not null,
  -- The last moment to ask: the end of a day in Pakistan.
  ends_at timestamptz not null,
  -- As `shop.return_policy` had it.
  policy jsonb not null,
  -- Why lines are excluded from returns and exchanges, by their ids.
  excluded jsonb not null default '{}',
  -- The ids of those that were reduced, where the policy excludes them.
  reduced jsonb not null default '[]'
);

alter table shop.return_terms enable row level security;
grant select, insert, update on shop.return_terms to service_role;

-- The policy as it is now: {days, evidence: [kinds], shopPays: [kinds], excludesReduced, outcomes: [outcomes]}.
create function shop.return_policy() returns jsonb
language sql stable set search_path = ''
as $$
  select '{"days": 30, "evidence": ["claim"], "shopPays": ["claim"], "excludesReduced": false,
           "outcomes": ["transfer", "store_credit", "exchange"]}'::jsonb
         || coalesce((select s.content -> 'returns' from public.shop_settings s), '{}');
$$;

-- What is promised with the delivery. One that is corrected and delivered again begins the days anew, by the policy of the first time.
create function shop.promise_returns(new public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  promised constant jsonb := coalesce((select t.policy from shop.return_terms t where t.order_id = new.id), shop.return_policy());
begin
  insert into shop.return_terms as t (order_id, delivered_at, ends_at, policy, excluded, reduced)
  select new.id, new.updated_at, shop.start_of_day(shop.day_of(new.updated_at) + (promised ->> 'days')::integer + 1), promised,
         coalesce(jsonb_object_agg(i.id, public.no_returns(p)) filter (where public.no_returns(p) <> ''), '{}'),
         coalesce(jsonb_agg(i.id) filter (where (promised ->> 'excludesReduced')::boolean and r.order_item_id is not null), '[]')
    from public.order_items i
    join public.products p on p.id = i.product_id
    left join shop.reduced_items r on r.order_item_id = i.id
   where i.order_id = new.id
  on conflict (order_id) do update set delivered_at = excluded.delivered_at, ends_at = excluded.ends_at;
end;
$$;
