-- What couriers tell of parcels is kept as it came, and what each of their labels means.

-- What a courier told of a parcel, as it came, without names and numbers of people. Repeated events are one row.
create table public.courier_events (
  id bigint generated always as identity primary key,
  courier_id text not null references public.couriers (id),
  tracking_key text not null,
  -- The courier's own id of the event, or a hash of it.
  event_key text not null,
  label text not null,
  -- As mappings compare it (src/server/couriers/courier-labels.ts): what staff say later of the label counts for it, too.
  label_key text not null default '',
  code text not null default '',
  reason text not null default '',
  station text not null default '',
  -- As the courier dates it; null where it does not.
  happened_at timestamptz,
  -- What it means (src/domain/couriers/parcel-status.ts), null when nobody knew when it came.
  meaning text,
  received_at timestamptz not null default now(),
  -- The courier comes second: no search for the events of a parcel goes through all of its courier.
  constraint courier_events_unique unique (event_key, courier_id),
  constraint courier_events_length check (char_length(label) <= 200 and char_length(code) <= 40 and char_length(reason) <= 200
                                          and char_length(station) <= 80)
);

create index courier_events_by_parcel on public.courier_events (courier_id, tracking_key, happened_at);

create trigger courier_events_append_only before update or delete on public.courier_events for each row
  execute function shop.refuse_change();

alter table public.courier_events enable row level security;
grant select, insert on public.courier_events to service_role;

-- Words that staff took back: nothing follows from them any more.
create table shop.words_taken_back (
  event_id bigint primary key references public.courier_events (id),
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now()
);

create index words_taken_back_by_actor on shop.words_taken_back (actor) where actor is not null;

alter table shop.words_taken_back enable row level security;
grant select, insert, delete on shop.words_taken_back to service_role;

-- Whether a word of a courier still counts. Takes its id.
create function shop.is_word_kept(event_id bigint) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (select from shop.words_taken_back t where t.event_id = is_word_kept.event_id);
end;
$$;

-- Labels that no mapping knows, for staff: each once, until somebody says what it means.
create table public.courier_labels (
  id text primary key default shop.new_id(),
  courier_id text not null references public.couriers (id) on delete cascade,
  -- Compared without case, punctuation and spaces (src/server/couriers/courier-labels.ts).
  label_key text not null,
  label text not null,
  example_tracking_number text not null,
  times integer not null default 1,
  meaning text,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  constraint courier_labels_id_hex check (id ~ '^[0-9a-f]{24}$'),
  constraint courier_labels_unique unique (courier_id, label_key)
);

alter table public.courier_labels enable row level security;
grant select, insert, update on public.courier_labels to service_role;

-- How many events of a parcel are kept, and how many labels of a courier wait to be explained: more tells nobody anything.
create function shop.most_events() returns integer
language sql immutable parallel safe
return 500;

create function shop.most_unknown_labels() returns integer
language sql immutable parallel safe
return 100;

-- Labels that nobody has given a meaning yet, the latest first: [{id, courier_id, courier, label, example_tracking_number, times, first_at,
-- last_at}].
create function public.unknown_courier_labels() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(l) - 'label_key' - 'meaning' || jsonb_build_object('courier', c.name) order by l.last_at desc, l.id),
                  '[]')
    from public.courier_labels l join public.couriers c on c.id = l.courier_id where l.meaning is null;
$$;

grant execute on function public.unknown_courier_labels to service_role;
