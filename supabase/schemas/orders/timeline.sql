-- What happened to an order, who did it and when: every change of the order, its items and its parcels, the notes of staff, and its mails.
-- Triggers write it in the transaction of the change, so that no way to change an order leaves nothing behind. Placing is not written down:
-- the order itself says when and by whom.

create type shop.order_event_kind as enum ('order', 'items', 'parcel', 'note', 'mail', 'confirmation', 'message', 'payment');

create table public.order_events (
  id text primary key default shop.new_id(),
  order_id text not null references public.orders (id),
  kind shop.order_event_kind not null,
  -- The parcel's number, the mail's recipient.
  subject text not null default '',
  -- The fields that changed, as they were and as they are; null for what did not exist.
  before jsonb,
  after jsonb,
  -- What staff wrote.
  note text not null default '',
  -- Null: nobody of the staff, or an account that is gone.
  actor uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);

create index order_events_of_order on public.order_events (order_id, created_at);
-- What happened in a period, of any order.
create index order_events_newest on public.order_events (created_at) include (order_id);
create index order_events_by_actor on public.order_events (actor) where actor is not null;

alter table public.order_events enable row level security;

-- Not even the server changes or deletes a row.
revoke all on public.order_events from service_role;
grant select, insert on public.order_events to service_role;

create trigger order_events_append_only before update or delete on public.order_events
  for each row execute function shop.refuse_change();
create trigger order_events_never_truncated before truncate on public.order_events
  for each statement execute function shop.refuse_change();

-- Writes down that something happened to an order, by whoever acts. Takes the order's id, the kind, what it is about, the fields that
-- changed as they were and as they are (each may be null), a note, and who did it where it is not whoever acts. Nothing is written where
-- neither fields nor a note say anything.
create function shop.log_order_event(order_id text, kind shop.order_event_kind, subject text, before jsonb,
                                     after jsonb, note text default '',
                                     actor uuid default shop.acting()) returns void
language plpgsql set search_path = ''
as $$
begin
  if before is null and after is null and note = '' then
    return;
  end if;
  insert into public.order_events (order_id, kind, subject, before, after, note, actor)
  values (log_order_event.order_id, log_order_event.kind, log_order_event.subject, log_order_event.before, log_order_event.after,
          log_order_event.note, log_order_event.actor);
end;
$$;

-- The fields of a row that differ from another version of it; null when none does. Takes the row and the other version, and leaves out what
-- every change changes, copies of other rows, what a note says, and what follows from the ledger, whose rows are events of their own.
create function shop.different_fields(of_row jsonb, other jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (select jsonb_object_agg(f.key, f.value) from jsonb_each(of_row) f
           where f.value is distinct from other -> f.key
             and f.key <>
           all ('{updated_at,order_number,received_at,sent_again_at,advance_verified,credit_used,collected,refunded,has_arrived,
                  goodwill,uncollected,due_on_delivery,to_refund,terms}'));
end;
$$;

-- Remembers until it is told otherwise that a courier's word changes parcels, which the timeline then names. Takes the courier's name and
-- word, or an empty text.
create function shop.quote_courier(words text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('shop.courier_says', words, true);
end;
$$;

-- Writes down what changed of an order.
create function shop.log_order_change(old public.orders, new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(new.id, 'order', '', shop.different_fields(to_jsonb(old), to_jsonb(new)),
                               shop.different_fields(to_jsonb(new), to_jsonb(old)));
end;
$$;

-- Trigger: writes down that an order's mail was sent or given up.
create function shop.log_order_mail() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_order_event(o.id, 'mail', new.recipient, null,
            jsonb_build_object('mail', new.kind, 'status', case when new.sent_at is null then 'failed' else 'sent' end))
     from public.orders o where o.id = new.payload ->> 'id';
  return null;
end;
$$;

-- What happened to an order, oldest first, beginning with its placing: [{id, kind, subject, before, after, note, actor_name, created_at}].
-- Takes its id. Refuses 404 `order_not_found`, also for an archived one.
create function public.order_timeline(order_id text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  placed public.orders;
begin
  select * into placed from public.orders o where o.id = order_timeline.order_id and o.archived_at is null;
  if not found then
    perform shop.refuse('order_not_found');
  end if;
  return jsonb_build_array(jsonb_build_object(
      'id', placed.id, 'kind', 'placed', 'subject', '', 'before', null, 'note', '', 'created_at', placed.created_at,
      'after', jsonb_build_object('source', placed.source),
      'actor_name', (select s.username from public.staff s where s.id = placed.placed_by)))
    || (select coalesce(jsonb_agg(jsonb_build_object(
            'id', e.id, 'kind', e.kind, 'subject', e.subject, 'before', e.before, 'after', e.after, 'note', e.note,
            'created_at', e.created_at,
            'actor_name', (select s.username from public.staff s where s.id = e.actor)) order by e.created_at, e.id), '[]')
          from public.order_events e where e.order_id = placed.id);
end;
$$;

create trigger mail_outbox_logged after update on public.mail_outbox
  for each row when (new.kind = 'order_confirmation' and (old.sent_at is null, old.failed_at is null) is distinct
                     from (new.sent_at is null, new.failed_at is null))
  execute function shop.log_order_mail();

grant execute on function public.order_timeline to service_role;
