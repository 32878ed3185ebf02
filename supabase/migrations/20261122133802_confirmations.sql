SET local check_function_bodies = off;

CREATE TABLE "public"."confirmation_attempts" (
  "order_id" text NOT NULL,
  "id"       text NOT NULL DEFAULT shop.new_id(),
  CONSTRAINT "confirmation_attempts_id_hex" CHECK ((id ~ '^[0-9a-f]{24}$'::text)),
  CONSTRAINT "confirmation_attempts_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."confirmation_attempts"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."confirmation_attempts" FROM "anon", "authenticated";

CREATE TABLE "public"."confirmation_rules" (
  "id"         boolean                  NOT NULL DEFAULT true,
  "gate_since" timestamp with time zone,
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "confirmation_rules_one_row" CHECK (id),
  CONSTRAINT "confirmation_rules_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."confirmation_rules"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."confirmation_rules" FROM "anon", "authenticated";

CREATE TABLE "public"."order_confirmations" (
  "order_id" text NOT NULL,
  CONSTRAINT "order_confirmations_pkey" PRIMARY KEY (order_id)
);

ALTER TABLE "public"."order_confirmations"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."order_confirmations" FROM "anon", "authenticated";

CREATE TYPE "shop"."confirmation_outcome" AS ENUM (
  'confirmed',
  'no_answer',
  'call_back',
  'wrong_number',
  'refused'
);

CREATE TYPE "shop"."confirmation_state" AS ENUM (
  'unconfirmed',
  'confirmed',
  'no_answer',
  'call_back',
  'unreachable',
  'wrong_number',
  'refused'
);

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "state" shop.confirmation_state NOT NULL DEFAULT 'unconfirmed'::shop.confirmation_state;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "tries" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "due_at" timestamp WITH time zone;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "is_open" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "claimed_by" uuid;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "claimed_until" timestamp WITH time zone;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "score" integer NOT NULL DEFAULT 0;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "reasons" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "held_because" text;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "overridden_by" uuid;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "overridden_because" text;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "overridden_at" timestamp WITH time zone;

ALTER TABLE "public"."order_confirmations"
  ADD COLUMN "updated_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE TYPE "shop"."confirmation_way" AS ENUM (
  'call',
  'whatsapp',
  'shopper',
  'rule',
  'other'
);

ALTER TABLE "public"."confirmation_attempts"
  ADD COLUMN "how" shop.confirmation_way NOT NULL;

ALTER TABLE "public"."confirmation_attempts"
  ADD COLUMN "outcome" shop.confirmation_outcome NOT NULL;

ALTER TABLE "public"."confirmation_attempts"
  ADD COLUMN "call_back_at" timestamp WITH time zone;

ALTER TABLE "public"."confirmation_attempts"
  ADD COLUMN "note" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."confirmation_attempts"
  ADD COLUMN "actor" uuid;

ALTER TABLE "public"."confirmation_attempts"
  ADD COLUMN "created_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE TYPE "shop"."urgency" AS (
  "is_no_call_back" boolean,
  "since"           timestamp WITH time zone,
  "negative_stake"  numeric,
  "order_id"        text
);

CREATE OR REPLACE FUNCTION public.archive_order (
  order_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
begin
  perform shop.act_as(actor);
  if before.status in ('pending', 'processing', 'shipped') then
    perform shop.move_order_stock(before.id, before.order_number, 1, actor);
  end if;
  update public.orders o set archived_at = now() where o.id = before.id;
  return shop.staff_order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.claim_confirmation (
  order_id text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.act_as(actor);
  perform shop.check_claim(shop.lock_confirmation(order_id), actor);
  perform shop.hold_for(order_id, actor);
  return shop.desk_json(order_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."claim_confirmation"(text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.confirm_by_shopper (
  order_id text,
  source   text,
  seen     text DEFAULT NULL::text
)
  RETURNS text
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked public.orders;
  confirmation public.order_confirmations;
begin
  select * into asked from public.orders o where o.id = confirm_by_shopper.order_id and o.archived_at is null for update;
  select * into confirmation from public.order_confirmations c where c.order_id = asked.id for update;
  if asked.status = 'cancelled' then
    return 'cancelled';
  elsif confirmation.is_open is not true then
    return 'closed';
  elsif seen <> shop.order_version(asked.id) then
    return 'changed';
  elsif confirmation.state = 'confirmed' then
    return 'confirmed';
  elsif confirmation.held_because is null then
    perform shop.store_attempt(confirmation, 'shopper', 'confirmed', null, source, null);
    return 'confirmed';
  end if;
  -- Once: a shopper may press as often as they like.
  if not exists (select from public.confirmation_attempts a where a.order_id = asked.id and a.how = 'shopper' and a.outcome = 'confirmed') then
    insert into public.confirmation_attempts (order_id, how, outcome, note) values (asked.id, 'shopper', 'confirmed', source);
  end if;
  return 'held';
end;
$function$;

REVOKE ALL ON FUNCTION "public"."confirm_by_shopper"(text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.find_order (
  order_id     text DEFAULT NULL::text,
  order_number text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  found_id text;
begin
  select o.id into found_id from public.orders o
   where (o.id = find_order.order_id or o.order_number = find_order.order_number) and o.archived_at is null;
  if not found then
    perform shop.refuse(404, 'order_not_found', 'Order not found');
  end if;
  return shop.staff_order_json(found_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."find_order"(text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_confirmations (
  state       shop.confirmation_state,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  ids constant text[] := array (
    select c.order_id from public.order_confirmations c left join shop.confirmation_queue q on q.order_id = c.order_id
     where c.is_open and case when list_confirmations.state is null then c.due_at is not null else c.state = list_confirmations.state end
     order by q.due_at > now(), q.urgency, c.updated_at desc, c.order_id);
begin
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.desk_json(page.id) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'counts', (select jsonb_agg(jsonb_build_object('state', s, 'count', (select count(*) from public.order_confirmations c where c.is_open and c.state = s)))
                 from unnest(enum_range(null::shop.confirmation_state)) s),
    'total', cardinality(ids));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."list_confirmations"(shop.confirmation_state, integer, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.list_orders (
  status      shop.order_status,
  email_like  text,
  from_time   timestamp with time zone,
  to_time     timestamp with time zone,
  sort_by     text,
  ascending   boolean,
  page_offset integer,
  page_limit  integer,
  typed_words text[]                   DEFAULT NULL::text[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  -- The table of words has the columns that most searches filter and sort by; orders are joined only for the others.
  is_searched constant boolean := typed_words is not null;
  needs_order constant boolean := not is_searched or email_like is not null or sort_by in ('orderNumber', 'totalAmount', 'customerName');
  source constant text := case when not is_searched then 'public.orders o'
                               when needs_order then 'shop.order_words w join public.orders o on o.id = w.order_id'
                               else 'shop.order_words w' end;
  -- Both tables have `status` and `created_at`.
  alias constant text := case when is_searched then 'w' else 'o' end;
  id constant text := case when is_searched then 'w.order_id' else 'o.id' end;
  conditions constant text := case when is_searched then 'w.words @@ shop.word_prefix_query($5)' else 'o.archived_at is null' end
    || format(' and ($1 is null or %1$s.status = $1) and ($3 is null or %1$s.created_at >= $3) and ($4 is null or %1$s.created_at < $4)', alias)
    || case when email_like is null then '' else ' and o.customer_email like $2' end;
  ordering constant text := format(case sort_by when 'orderNumber' then 'char_length(o.order_number) %1$s, o.order_number %1$s'
                                                when 'totalAmount' then 'o.total_amount %1$s'
                                                when 'customerName' then 'o.customer_name %1$s'
                                                when 'status' then alias || '.status %1$s'
                                                else alias || '.created_at %1$s' end, case when ascending then 'asc' else 'desc' end);
  -- Up to this many matches are counted while they are read; more are counted separately.
  counted_at_once constant integer := 1000;
  ids text[];
  total bigint;
begin
  -- Dynamic, so that each sort key uses its index; ids alone, so that skipped rows are not read.
  execute format('select array (select %s from %s where %s order by %s, %1$s limit $6)', id, source, conditions, ordering)
     into ids using list_orders.status, email_like, from_time, to_time, typed_words,
                    -- A word index returns all matches in any case.
                    case when is_searched then null when email_like is null then page_offset + page_limit
                         else greatest(page_offset + page_limit, counted_at_once) end;
  if not is_searched and email_like is null then
    total := shop.count_records('orders', list_orders.status::text, from_time, to_time);
  elsif is_searched or cardinality(ids) < greatest(page_offset + page_limit, counted_at_once) then
    total := cardinality(ids);
  else
    execute format('select count(*) from public.orders o where %s', conditions)
       into total using list_orders.status, email_like, from_time, to_time, typed_words;
  end if;
  return jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.staff_order_json(page.id) order by page.place), '[]')
                from unnest(ids[page_offset + 1 : page_offset + page_limit]) with ordinality as page (id, place)),
    'total', total);
end;
$function$;

CREATE OR REPLACE FUNCTION public.next_confirmation (
  actor       uuid,
  after_order text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  seen constant shop.urgency := (select q.urgency from shop.confirmation_queue q where q.order_id = after_order);
  candidate text;
begin
  perform shop.act_as(actor);
  if after_order is not null then
    perform public.release_confirmation(after_order, actor);
  end if;
  for candidate in
    select q.order_id from shop.confirmation_queue q
     where q.due_at <= now() and q.order_id is distinct from after_order
     order by (q.urgency > seen) is false, q.urgency
  loop
    -- Whoever is faster has it: others go on to the next one instead of waiting.
    perform 1 from public.order_confirmations c
     where c.order_id = candidate and c.is_open and c.due_at <= now()
       and (c.claimed_until > now() and c.claimed_by <> actor) is not true for update skip locked;
    if found then
      perform shop.hold_for(candidate, actor);
      return shop.desk_json(candidate);
    end if;
  end loop;
  return null;
end;
$function$;

REVOKE ALL ON FUNCTION "public"."next_confirmation"(uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.override_confirmation (
  order_id text,
  reason   text,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.act_as(actor);
  perform shop.lock_confirmation(order_id);
  update public.order_confirmations c set overridden_by = actor, overridden_because = reason, overridden_at = now()
   where c.order_id = override_confirmation.order_id;
  return shop.staff_order_json(order_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."override_confirmation"(text, text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.record_attempt (
  order_id text,
  attempt  jsonb,
  actor    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  confirmation constant public.order_confirmations := shop.lock_confirmation(order_id);
  outcome constant shop.confirmation_outcome := (attempt ->> 'outcome')::shop.confirmation_outcome;
  call_back_at constant timestamptz := case when outcome = 'call_back' then (attempt ->> 'callBackAt')::timestamptz end;
begin
  perform shop.act_as(actor);
  perform shop.check_claim(confirmation, actor);
  if outcome = 'call_back' and (call_back_at > now()) is not true then
    perform shop.refuse_field('callBackAt', 'Choose a time to come');
  end if;
  perform shop.store_attempt(confirmation, (attempt ->> 'how')::shop.confirmation_way, outcome, call_back_at, coalesce(attempt ->> 'note', ''), actor);
  return shop.staff_order_json(order_id);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."record_attempt"(text, jsonb, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.release_confirmation (
  order_id text,
  actor    uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  update public.order_confirmations c set claimed_by = null, claimed_until = null
   where c.order_id = release_confirmation.order_id and c.claimed_by = actor;
$function$;

REVOKE ALL ON FUNCTION "public"."release_confirmation"(text, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.set_order_status (
  order_id       text,
  status         shop.order_status,
  actor          uuid,
  seen           timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  despite_parcel boolean                  DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.orders := shop.lock_order(order_id);
  parcels text[];
begin
  perform shop.act_as(actor);
  if status <> before.status then
    perform shop.check_status_version(before.updated_at, seen, before.status::text);

    if status = 'cancelled' then
      if seen is not null and not despite_parcel then
        -- No parcel can leave meanwhile: that takes the order's lock as well.
        select array_agg(s.shipment_number order by s.created_at, s.id) into parcels from public.shipments s
         where s.order_id = before.id and s.archived_at is null and s.status in ('shipped', 'in_transit', 'out_for_delivery');
        if parcels is not null then
          perform shop.refuse(409, 'parcel_under_way',
            format('A parcel of this order is under way: %s', array_to_string(parcels, ', ')), jsonb_build_object('shipments', parcels));
        end if;
      end if;
      perform shop.move_order_stock(before.id, before.order_number, 1, actor);
    elsif before.status = 'cancelled' then
      perform shop.move_order_stock(before.id, before.order_number, -1, actor);
    end if;

    update public.orders o
       set status = set_order_status.status,
           payment_status = case when set_order_status.status = 'delivered' then 'paid' else 'pending' end::shop.payment_status
     where o.id = before.id;
  end if;
  return shop.staff_order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_quiet_hours (
  moment timestamp with time zone
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  local constant timestamp := moment at time zone 'Asia/Karachi';
begin
  return case when local::time < '09:00' then local::date + time '09:00'
              when local::time >= '22:00' then local::date + 1 + time '09:00'
              else local end at time zone 'Asia/Karachi';
end;
$function$;

CREATE OR REPLACE FUNCTION shop.begin_confirmation()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  insert into public.order_confirmations (order_id, due_at, is_open)
  values (new.id, shop.after_quiet_hours(new.created_at), new.status in ('pending', 'processing') and new.archived_at is null);
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_claim (
  confirmation public.order_confirmations,
  actor        uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  holder text;
begin
  if confirmation.claimed_until > now() and confirmation.claimed_by <> actor then
    select s.username into holder from public.staff s where s.id = confirmation.claimed_by;
    perform shop.refuse(409, 'claimed_by_other', format('%s works on this order right now', holder),
      jsonb_build_object('name', holder, 'until', to_char(confirmation.claimed_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.confirmation_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select jsonb_build_object(
                   'state', c.state, 'tries', c.tries, 'due_at', c.due_at, 'score', c.score, 'reasons', c.reasons, 'held_because', c.held_because,
                   'claimed_by', case when c.claimed_until > now() then (select jsonb_build_object('id', s.id, 'name', s.username)
                                                                           from public.staff s where s.id = c.claimed_by) end,
                   'claimed_until', case when c.claimed_until > now() then c.claimed_until end,
                   'override', case when c.overridden_at is not null then jsonb_build_object('because', c.overridden_because, 'at', c.overridden_at,
                                      'by', (select s.username from public.staff s where s.id = c.overridden_by)) end,
                   'gate', case when shop.is_held_by_gate(c.order_id) then 'closed' else 'open' end)
            from public.order_confirmations c where c.order_id = confirmation_json.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.desk_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'order', shop.staff_order_json(order_id),
    'customer', (select jsonb_build_object('id', u.id, 'name', u.name, 'tags', u.tags, 'block', u.block, 'notes', u.notes,
                          'record', shop.customer_record(u.id))
                   from public.orders o join public.customers u on u.id = o.customer_id where o.id = desk_json.order_id),
    'attempts', (select coalesce(jsonb_agg(jsonb_build_object('how', a.how, 'outcome', a.outcome, 'call_back_at', a.call_back_at, 'note', a.note,
                          'by', s.username, 'created_at', a.created_at) order by a.created_at, a.id), '[]')
                   from public.confirmation_attempts a left join public.staff s on s.id = a.actor where a.order_id = desk_json.order_id));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.follow_order()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  still_open constant boolean := new.status in ('pending', 'processing') and new.archived_at is null;
begin
  insert into public.order_confirmations (order_id, due_at, is_open) values (new.id, shop.after_quiet_hours(now()), still_open)
  on conflict on constraint order_confirmations_pkey do update
     set is_open = still_open,
         claimed_until = case when still_open then order_confirmations.claimed_until end;
  if new.customer_phone <> old.customer_phone then
    update public.order_confirmations c set state = 'unconfirmed', tries = 0, due_at = shop.after_quiet_hours(now())
     where c.order_id = new.id and c.state in ('no_answer', 'unreachable', 'wrong_number');
  end if;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.hold_for (
  order_id text,
  actor    uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  update public.order_confirmations c set claimed_by = actor, claimed_until = now() + interval '15 minutes' where c.order_id = hold_for.order_id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.is_held_by_gate (
  order_id text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return exists (select from public.confirmation_rules r
                   join public.orders o on o.id = is_held_by_gate.order_id and o.created_at >= r.gate_since
                   left join public.order_confirmations c on c.order_id = o.id
                  where c.state is distinct from 'confirmed' and c.overridden_at is null);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.lock_confirmation (
  order_id text
)
  RETURNS public.order_confirmations
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked constant public.orders := shop.lock_order(order_id);
  locked public.order_confirmations;
begin
  select * into locked from public.order_confirmations c where c.order_id = asked.id for update;
  if not locked.is_open or locked.order_id is null then
    perform shop.refuse(409, 'order_closed', format('Order %s is %s: there is nothing to confirm', asked.order_number, asked.status));
  end if;
  return locked;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.order_version (
  order_id text
)
  RETURNS text
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (select md5(o.total_amount::text || (select coalesce(jsonb_agg(jsonb_build_array(i.variant_id, i.quantity, i.price) order by i.position), '[]')::text
                                               from public.order_items i where i.order_id = o.id))
            from public.orders o where o.id = order_version.order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.staff_order_json (
  order_id text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return shop.order_json(order_id) || jsonb_build_object('confirmation', shop.confirmation_json(order_id));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.store_attempt (
  confirmation public.order_confirmations,
  how          shop.confirmation_way,
  outcome      shop.confirmation_outcome,
  call_back_at timestamp with time zone,
  note         text,
  actor        uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  misses constant integer := confirmation.tries + (outcome = 'no_answer')::integer;
begin
  insert into public.confirmation_attempts (order_id, how, outcome, call_back_at, note, actor)
  values (confirmation.order_id, store_attempt.how, store_attempt.outcome, store_attempt.call_back_at, store_attempt.note, store_attempt.actor);
  update public.order_confirmations c
     set state = case when outcome = 'no_answer' and misses >= 3 then 'unreachable' else outcome::text::shop.confirmation_state end,
         tries = misses,
         due_at = case when outcome = 'no_answer' and misses < 3 then shop.after_quiet_hours(now() + interval '2 hours')
                       when outcome = 'call_back' then shop.after_quiet_hours(store_attempt.call_back_at) end,
         claimed_by = null, claimed_until = null
   where c.order_id = confirmation.order_id;
end;
$function$;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."confirmation_attempts"
  ADD CONSTRAINT "confirmation_attempts_actor_fkey" FOREIGN KEY (actor) REFERENCES public.staff(id) ON DELETE SET NULL;

ALTER TABLE "public"."confirmation_attempts"
  ADD CONSTRAINT "confirmation_attempts_call_back_has_time" CHECK (((outcome = 'call_back'::shop.confirmation_outcome) = (call_back_at IS NOT NULL)));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."confirmation_attempts"
  ADD CONSTRAINT "confirmation_attempts_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."order_confirmations"
  ADD CONSTRAINT "order_confirmations_claimed_by_fkey" FOREIGN KEY (claimed_by) REFERENCES public.staff(id) ON DELETE SET NULL;

ALTER TABLE "public"."order_confirmations"
  ADD CONSTRAINT "order_confirmations_due_when_waiting" CHECK (((due_at IS
    NOT NULL) = (state = ANY (ARRAY['unconfirmed'::shop.confirmation_state, 'no_answer'::shop.confirmation_state, 'call_back'::shop.confirmation_state]))));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."order_confirmations"
  ADD CONSTRAINT "order_confirmations_order_id_fkey" FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: the table is new
ALTER TABLE "public"."order_confirmations"
  ADD CONSTRAINT "order_confirmations_overridden_by_fkey" FOREIGN KEY (overridden_by) REFERENCES public.staff(id) ON DELETE SET NULL;

ALTER TABLE "public"."order_confirmations"
  ADD CONSTRAINT "order_confirmations_override_has_reason" CHECK (((overridden_at IS NULL) = (overridden_because IS NULL)));

ALTER TABLE "public"."order_confirmations"
  ADD CONSTRAINT "order_confirmations_tries_not_negative" CHECK ((tries >= 0));

CREATE VIEW "shop"."confirmation_queue" WITH (security_invoker=true) AS  SELECT c.order_id,
    c.due_at,
    c.claimed_by,
    c.claimed_until,
    ROW((c.state <> 'call_back'::shop.confirmation_state),
        CASE
            WHEN (c.state = 'call_back'::shop.confirmation_state) THEN c.due_at
            ELSE shop.start_of_day(shop.day_of(c.due_at))
        END, (- o.total_amount), c.order_id)::shop.urgency AS urgency
   FROM (public.order_confirmations c
     JOIN public.orders o ON ((o.id = c.order_id)))
  WHERE (c.is_open AND (c.due_at IS NOT NULL));

CREATE INDEX confirmation_attempts_by_actor ON public.confirmation_attempts USING btree (actor)
  WHERE (actor IS NOT NULL);

CREATE INDEX order_confirmations_by_claimer ON public.order_confirmations USING btree (claimed_by)
  WHERE (claimed_by IS NOT NULL);

CREATE INDEX order_confirmations_by_overrider ON public.order_confirmations USING btree (overridden_by)
  WHERE (overridden_by IS NOT NULL);

CREATE INDEX order_confirmations_open ON public.order_confirmations USING btree (state, due_at)
  WHERE is_open;

CREATE TRIGGER confirmation_rules_touched
  BEFORE UPDATE ON public.confirmation_rules
  FOR EACH ROW
  EXECUTE FUNCTION shop.touch_updated_at();

CREATE TRIGGER order_confirmations_touched
  BEFORE UPDATE ON public.order_confirmations
  FOR EACH ROW
  EXECUTE FUNCTION shop.touch_updated_at();

CREATE TRIGGER orders_confirmation_begins
  AFTER INSERT ON public.orders
  FOR EACH ROW
  EXECUTE FUNCTION shop.begin_confirmation();

CREATE TRIGGER orders_confirmation_follows
  AFTER UPDATE ON public.orders
  FOR EACH ROW
  WHEN (((old.status <> new.status) OR ((old.archived_at IS NULL) <> (new.archived_at IS NULL)) OR (old.customer_phone <> new.customer_phone)))
  EXECUTE FUNCTION shop.follow_order();

REVOKE ALL ON FUNCTION "public"."claim_confirmation"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_confirmation"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."claim_confirmation"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."confirm_by_shopper"(text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_by_shopper"(text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."confirm_by_shopper"(text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."find_order"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_order"(text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."find_order"(text, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."list_confirmations"(shop.confirmation_state, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_confirmations"(shop.confirmation_state, integer, integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."list_confirmations"(shop.confirmation_state, integer, integer) TO "service_role";

REVOKE ALL ON FUNCTION "public"."next_confirmation"(uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_confirmation"(uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."next_confirmation"(uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."override_confirmation"(text, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."override_confirmation"(text, text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."override_confirmation"(text, text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."record_attempt"(text, jsonb, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_attempt"(text, jsonb, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."record_attempt"(text, jsonb, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."release_confirmation"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_confirmation"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."release_confirmation"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_quiet_hours"(timestamp WITH time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_quiet_hours"(timestamp WITH time zone) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_quiet_hours"(timestamp WITH time zone) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_quiet_hours"(timestamp WITH time zone) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."begin_confirmation"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."begin_confirmation"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."begin_confirmation"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."begin_confirmation"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_claim"(public.order_confirmations, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_claim"(public.order_confirmations, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_claim"(public.order_confirmations, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_claim"(public.order_confirmations, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."confirmation_json"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."confirmation_json"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."confirmation_json"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."confirmation_json"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."desk_json"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."desk_json"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."desk_json"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."desk_json"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."follow_order"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."follow_order"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."follow_order"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."follow_order"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."hold_for"(text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."hold_for"(text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."hold_for"(text, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."hold_for"(text, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."is_held_by_gate"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."is_held_by_gate"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_held_by_gate"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."is_held_by_gate"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."lock_confirmation"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."lock_confirmation"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lock_confirmation"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."lock_confirmation"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."order_version"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."order_version"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."order_version"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."order_version"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."staff_order_json"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."staff_order_json"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."staff_order_json"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."staff_order_json"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid) TO "postgres";

GRANT EXECUTE
  ON FUNCTION "shop"."store_attempt"(public.order_confirmations, shop.confirmation_way, shop.confirmation_outcome, timestamp WITH time zone, text, uuid)
  TO "service_role";

REVOKE ALL ON TABLE "public"."confirmation_attempts" FROM "service_role";

GRANT INSERT, SELECT ON TABLE "public"."confirmation_attempts" TO "service_role";

REVOKE ALL ON TABLE "public"."confirmation_rules" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."confirmation_rules" TO "service_role";

REVOKE ALL ON TABLE "public"."order_confirmations" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."order_confirmations" TO "service_role";

GRANT SELECT ON TABLE "shop"."confirmation_queue" TO "service_role";

CREATE INDEX confirmation_attempts_by_order ON public.confirmation_attempts USING btree (order_id, created_at, id);

-- There is one row of rules.
insert into public.confirmation_rules default values;

-- Orders that still wait to be packed are asked about; those that are closed already need no row.
insert into public.order_confirmations (order_id, due_at)
select o.id, shop.after_quiet_hours(o.created_at) from public.orders o where o.status in ('pending', 'processing') and o.archived_at is null;
