-- What can break while nobody looks: conditions with their thresholds, looked at by housekeeping every five minutes, told to the owners
-- once, and told again when all is well.

create table public.conditions (
  -- What is looked at: a kind of `shop.find_troubles`, which says what the threshold counts.
  kind text primary key,
  threshold numeric not null,
  -- Owners switch off what they watch by other means.
  is_watched boolean not null default true,
  -- Since when it is a trouble, and what is known of it, as housekeeping last saw it; null: it is well.
  since timestamptz,
  details jsonb,
  constraint conditions_threshold_positive check (threshold > 0),
  constraint conditions_details_of_trouble check ((since is null) = (details is null))
);

insert into public.conditions (kind, threshold) values
  -- Builds that failed one after another.
  ('builds', 2),
  -- Minutes in which what waits could not be sent.
  ('mail', 15), ('whatsapp', 15),
  -- Minutes since housekeeping last ran.
  ('schedule', 15),
  -- Requests that the shop could not answer, within an hour.
  ('server_errors', 20),
  -- Megabytes of the database. The smallest plan has 500.
  ('database_size', 400),
  -- Days since the last backup.
  ('backup', 8),
  -- Phones and browsers that notifications no longer reach.
  ('push', 1),
  -- Days since a backup was last restored as a test.
  ('rehearsal', 9),
  -- Errors in browsers, within a day.
  ('browser_errors', 30),
  -- Megabytes of photos. The smallest plan has 1,000.
  ('storage_size', 800),
  -- Percent of the mails that the limits allow a day.
  ('mails_sent', 85),
  -- Minutes in which a courier did not answer, or parcels were due to be asked about.
  ('courier_polls', 60),
  -- Minutes before a courier takes no more advice that is not sent yet.
  ('courier_advice', 60),
  -- Words of couriers that nobody has explained.
  ('courier_words', 1),
  -- Minutes in which nobody knows what came of a booking.
  ('courier_bookings', 15),
  -- Parcels about which a courier said what cannot be true.
  ('courier_answers', 1);

-- Trigger: the audit log notes what is watched, and from when on.
create function shop.note_condition() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'settings', null, 'condition ' || new.kind,
                           jsonb_build_object('threshold', old.threshold, 'is_watched', old.is_watched),
                           jsonb_build_object('threshold', new.threshold, 'is_watched', new.is_watched));
  return null;
end;
$$;

create trigger conditions_noted after update of threshold, is_watched on public.conditions
  for each row when ((old.threshold, old.is_watched) <> (new.threshold, new.is_watched)) execute function shop.note_condition();

alter table public.conditions enable row level security;
grant select, update on public.conditions to service_role;

-- Requests that the shop could not answer: how many of an operation within an hour, and the last of them, by which the log finds it.
create table public.server_failures (
  hour timestamptz not null,
  operation text not null,
  code text not null,
  failures integer not null default 1,
  last_at timestamptz not null default now(),
  last_request_id text not null,
  -- The last five of them: [{id, at}], the latest first.
  recent jsonb not null default '[]',
  primary key (hour, operation, code),
  constraint server_failures_length check (char_length(operation) <= 100 and char_length(code) <= 60 and char_length(last_request_id) <= 60)
);

alter table public.server_failures enable row level security;
grant select, insert, update, delete on public.server_failures to service_role;

-- Counts a request that the shop could not answer. Takes the operation's path as declared, the error's code and the request's id.
create function public.note_server_failure(operation text, code text, request_id text) returns void
language sql set search_path = ''
as $$
  insert into public.server_failures as f (hour, operation, code, last_request_id, recent)
  values (date_trunc('hour', now()), note_server_failure.operation, note_server_failure.code, request_id,
          jsonb_build_array(jsonb_build_object('id', request_id, 'at', now())))
  on conflict on constraint server_failures_pkey do update
     set failures = f.failures + 1, last_at = now(), last_request_id = excluded.last_request_id,
         recent = jsonb_path_query_array(excluded.recent || f.recent, '$[0 to 4]');
$$;

-- Backups that were tried, and test restores (scripts/backup), as they reported.
create table public.backups (
  id text primary key default shop.new_id(),
  kind text not null,
  made_at timestamptz not null default now(),
  -- Where it lies: a folder, or a bucket.
  place text not null,
  bytes bigint not null default 0,
  -- What it holds.
  rows bigint not null default 0,
  files bigint not null default 0,
  -- Null: it is good.
  problem text,
  constraint backups_kind_known check (kind in ('backup', 'rehearsal')),
  constraint backups_length check (char_length(place) <= 200 and char_length(problem) <= 500)
);

create index backups_by_kind on public.backups (kind, made_at desc);

alter table public.backups enable row level security;
grant select, insert, delete on public.backups to service_role;

grant execute on function public.note_server_failure to service_role;
