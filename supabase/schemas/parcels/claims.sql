-- Claims against couriers, for parcels that they lost or broke.

-- `open`: to be sent to the courier, `asked`: sent. Its ends: the courier `paid` or `refused`, the parcel was `sent_again` instead, or it
-- is `written_off`.
create type shop.courier_claim_state as enum ('open', 'asked', 'paid', 'refused', 'sent_again', 'written_off');

-- What a courier owes for a parcel that it lost or broke, as far as staff brought it. What it pays is booked with the claim's end.
create table public.courier_claims (
  id text primary key default shop.new_id(),
  booking_id text not null references public.courier_bookings (id),
  -- In rupees.
  amount numeric(12, 2) not null,
  -- Until when the courier takes the claim.
  deadline date not null,
  state shop.courier_claim_state not null default 'open',
  notes text not null default '',
  opened_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint courier_claims_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint courier_claims_once unique (booking_id),
  constraint courier_claims_amount_range check (amount between 1 and 1000000),
  constraint courier_claims_notes_length check (char_length(notes) <= 1000)
);

create index courier_claims_by_opener on public.courier_claims (opened_by) where opened_by is not null;

create trigger courier_claims_touched before update on public.courier_claims for each row execute function shop.touch_updated_at();

alter table public.courier_claims enable row level security;
grant select, insert, update on public.courier_claims to service_role;

-- Refuses 409 `claim_ended` {state} for a claim that has its end. Takes it.
create function shop.check_claim_open(claim public.courier_claims) returns void
language plpgsql set search_path = ''
as $$
begin
  if claim.state not in ('open', 'asked') then
    perform shop.refuse('claim_ended', jsonb_build_object('state', claim.state));
  end if;
end;
$$;

-- Opens a claim for a parcel, or changes it. Takes the booking, {amount, deadline, state: `open` or `asked`, notes}, the staff member, and
-- the version they saw, null for a new one. The order's timeline keeps each step. Refuses 404 `booking_not_found`, 409 `edited_meanwhile`,
-- also when somebody opened one meanwhile, `claim_ended` {state}.
create function public.save_courier_claim(booking_id text, fields jsonb, actor uuid, expected_version timestamptz default null) returns void
language plpgsql set search_path = ''
as $$
declare
  booking public.courier_bookings;
  parcel public.shipments;
  before public.courier_claims;
  saved public.courier_claims;
begin
  perform shop.act_as(actor);
  select b.* into booking from public.courier_bookings b where b.id = save_courier_claim.booking_id;
  if not found then
    perform shop.refuse('booking_not_found');
  end if;
  parcel := shop.lock_shipment(booking.shipment_id);
  select c.* into before from public.courier_claims c where c.booking_id = booking.id for update;
  if before.id is not null then
    perform shop.check_version(before.updated_at, coalesce(expected_version, '-infinity'));
    perform shop.check_claim_open(before);
  end if;
  insert into public.courier_claims as c (booking_id, amount, deadline, state, notes, opened_by)
  values (booking.id, (fields ->> 'amount')::numeric, (fields ->> 'deadline')::date, (fields ->> 'state')::shop.courier_claim_state,
          fields ->> 'notes', actor)
  on conflict on constraint courier_claims_once do update
     set (amount, deadline, state, notes) = (excluded.amount, excluded.deadline, excluded.state, excluded.notes)
  returning * into saved;
  perform shop.log_order_event(parcel.order_id, 'parcel', parcel.shipment_number, null,
    jsonb_build_object('claim_with', (select c.name from public.couriers c where c.id = booking.courier_id), 'claimed', saved.amount,
                       'claim_until', saved.deadline, 'claim', saved.state), saved.notes);
end;
$$;

grant execute on function public.save_courier_claim to service_role;
