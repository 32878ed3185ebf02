-- What it costs to pack a parcel: box, tape, card and hands. Each parcel keeps what it was when it was made, whatever is said later.

create table shop.packing_costs (
  id bigint primary key generated always as identity,
  per_parcel numeric(10, 2) not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint packing_costs_not_negative check (per_parcel >= 0)
);

alter table shop.packing_costs enable row level security;
grant select, insert on shop.packing_costs to service_role;

-- What packing a parcel costs now, in rupees; 0 where nobody has said.
create function shop.packing_cost() returns numeric
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select c.per_parcel from shop.packing_costs c order by c.id desc limit 1), 0);
end;
$$;

-- Says what packing a parcel costs from now on. Takes rupees. Returns {per_parcel}. Refuses 403 `not_allowed` without `buy_stock`.
create function public.set_packing_cost(per_parcel numeric) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before constant numeric := shop.packing_cost();
begin
  perform shop.need_right('buy_stock');
  insert into shop.packing_costs (per_parcel) values (set_packing_cost.per_parcel);
  perform shop.write_audit(shop.acting(), 'price', null, 'packing a parcel', jsonb_build_object('packing_cost', before),
                           jsonb_build_object('packing_cost', set_packing_cost.per_parcel));
  return jsonb_build_object('per_parcel', set_packing_cost.per_parcel);
end;
$$;

grant execute on function public.set_packing_cost to service_role;
