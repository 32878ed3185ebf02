-- How far a parcel is: what its courier says, in the shop's own words, and when it is asked again.

create type shop.parcel_status as enum ('booked', 'picked', 'in_transit', 'out_for_delivery', 'attempted',
                                        'advice_due', 'advised', 'delivered',
                                        'return_started', 'returned', 'lost', 'cancelled');

create table public.parcel_progress (
  booking_id text primary key references public.courier_bookings (id),
  status shop.parcel_status not null default 'booked',
  status_since timestamptz not null default now(),
  -- How often the rider came in vain, and why the last time.
  attempts integer not null default 0,
  reason text not null default '',
  -- When the attempt began that waits for advice, or has it; and until when the courier takes advice. Null while nothing waits.
  attempted_at timestamptz,
  advice_due_by timestamptz,
  -- The courier's last word of it.
  last_event_at timestamptz,
  last_label text not null default '',
  -- What was told after an end that excludes it, such as `delivered` of a parcel on its way back.
  contradiction shop.parcel_status,
  -- What staff settled, as `shop.unclear_key` has it: the same is not shown again.
  settled text not null default '',
  -- The code of the refusal that kept the shop's status from following.
  refused_because text,
  -- When the courier is asked next. Null: it cannot be asked, or there is nothing more to hear.
  next_poll_at timestamptz,
  polled_at timestamptz,
  poll_failures integer not null default 0,
  poll_problem text not null default '',
  -- Until then somebody asks.
  claimed_until timestamptz,
  constraint parcel_progress_counts check (attempts >= 0 and poll_failures >= 0),
  constraint parcel_progress_length check (char_length(reason) <= 40 and char_length(last_label) <= 200
                                           and char_length(poll_problem) <= 300),
  constraint parcel_progress_due_of_attempt check (advice_due_by is null or attempted_at is not null)
);

create index parcel_progress_to_poll on public.parcel_progress (next_poll_at) where next_poll_at is not null;
create index parcel_progress_to_advise on public.parcel_progress (advice_due_by) where advice_due_by is not null;
create index parcel_progress_open on public.parcel_progress (status_since) where status < 'delivered';

alter table public.parcel_progress enable row level security;
grant select, insert, update on public.parcel_progress to service_role;

-- How reachable each courier's API is.
create table public.courier_polls (
  courier_id text primary key references public.couriers (id) on delete cascade,
  answered_at timestamptz,
  failing_since timestamptz,
  problem text not null default '',
  -- Not before then, after a failure.
  next_try_at timestamptz,
  constraint courier_polls_problem_length check (char_length(problem) <= 300)
);

alter table public.courier_polls enable row level security;
grant select, insert, update, delete on public.courier_polls to service_role;
