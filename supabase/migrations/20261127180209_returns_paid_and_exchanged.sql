SET local check_function_bodies = off;

DROP FUNCTION "public"."ask_return"(text, text, jsonb, text);

DROP FUNCTION "shop"."exchange_charges"(public.return_requests, public.orders, jsonb);

CREATE TABLE "public"."return_address" (
  "id"         boolean                  NOT NULL DEFAULT true,
  "recipient"  text                     NOT NULL DEFAULT ''::text,
  "phone"      text                     NOT NULL DEFAULT ''::text,
  "address"    text                     NOT NULL DEFAULT ''::text,
  "city"       text                     NOT NULL DEFAULT ''::text,
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "return_address_lengths" CHECK (((char_length(recipient) <= 80) AND (char_length(phone) <= 24) AND (char_length(address) <= 300) AND (char_length(city) <= 60))),
  CONSTRAINT "return_address_one_row" CHECK (id),
  CONSTRAINT "return_address_pkey" PRIMARY KEY (id),
  CONSTRAINT "return_address_whole"
    CHECK
    ((((recipient = ''::text) AND (phone = ''::text) AND (address = ''::text) AND (city = ''::text)) OR ((recipient <> ''::text) AND (phone <> ''::text) AND (address <> ''::text)
    AND (city <> ''::text))))
);

ALTER TABLE "public"."return_address"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."return_address" FROM "anon", "authenticated";

CREATE TABLE "public"."return_payouts" (
  "request_id" text NOT NULL,
  CONSTRAINT "return_payouts_pkey" PRIMARY KEY (request_id)
);

ALTER TABLE "public"."return_payouts"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."return_payouts" FROM "anon", "authenticated";

ALTER TABLE "public"."return_requests"
  ADD COLUMN "promised_charges" numeric(12,2);

ALTER TABLE "shop"."return_pieces"
  ADD COLUMN "wanted_price" numeric(12,2);

CREATE TYPE "shop"."asked_piece" AS (
  "order_item_id" text,
  "place"         integer,
  "share"         numeric,
  "wanted"        jsonb,
  "wanted_price"  numeric
);

CREATE TYPE "shop"."exchange_sums" AS (
  "total"   numeric,
  "charges" numeric,
  "credit"  numeric,
  "due"     numeric,
  "back"    numeric
);

CREATE TYPE "shop"."payout_method" AS ENUM (
  'bank',
  'raast',
  'jazzcash',
  'easypaisa'
);

ALTER TABLE "public"."return_payouts"
  ADD COLUMN "method" shop.payout_method NOT NULL;

ALTER TABLE "public"."return_payouts"
  ADD COLUMN "title" text NOT NULL;

ALTER TABLE "public"."return_payouts"
  ADD COLUMN "account" text NOT NULL;

ALTER TABLE "public"."return_payouts"
  ADD COLUMN "named_at" timestamp WITH time zone NOT NULL DEFAULT now();

CREATE OR REPLACE FUNCTION public.approve_return (
  request_id       text,
  decision         jsonb,
  delivery         jsonb,
  actor            uuid,
  expected_version timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  request public.return_requests := shop.lock_return(request_id);
  decided constant shop.return_outcome := (decision ->> 'outcome')::shop.return_outcome;
  gives_delivery constant numeric := coalesce((decision ->> 'deliveryBack')::numeric, 0);
  needs_pieces constant boolean := coalesce((decision ->> 'comesBack')::boolean, true);
  sends_first constant boolean := coalesce((decision ->> 'sendsFirst')::boolean, false);
  charges numeric := (decision ->> 'charges')::numeric;
  returned public.orders;
begin
  perform shop.act_as(actor);
  perform shop.check_return_state(request, '{asked}');
  perform shop.check_version(request.updated_at, expected_version);
  select * into returned from public.orders o where o.id = request.order_id;
  if returned.status <> 'delivered' then
    perform shop.refuse('order_not_delivered', null, jsonb_build_object('orderNumber', returned.order_number));
  elsif not (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id) ? decided::text then
    perform shop.refuse_field('outcome', 'The policy of this order does not allow it');
  elsif decided = 'exchange' and request.kind = 'return' then
    perform shop.refuse_field('outcome', 'The customer has not said what they want instead');
  elsif not needs_pieces and request.kind <> 'claim' then
    perform shop.refuse_field('comesBack', 'Only a claim may do without the pieces');
  elsif gives_delivery > 0 and request.kind <> 'claim' then
    perform shop.refuse_field('deliveryBack', 'Only with a claim');
  elsif gives_delivery > shop.delivery_left(returned) then
    perform shop.refuse_field('deliveryBack', format('At most %s of the delivery charge are left',
                                                     shop.rupees_text(shop.delivery_left(returned))));
  elsif coalesce(charges, 0) > 0 and decided <> 'exchange' then
    perform shop.refuse_field('charges', 'Only with an exchange');
  elsif sends_first and decided <> 'exchange' then
    perform shop.refuse_field('sendsFirst', 'Only with an exchange');
  end if;

  request.comes_back := needs_pieces;
  request.delivery_back := gives_delivery;
  update public.return_requests r set comes_back = needs_pieces, delivery_back = gives_delivery where r.id = request.id;
  if decided = 'exchange' then
    charges := coalesce(charges, shop.charges_of(request, returned, delivery));
    request := shop.make_exchange(request, charges, sends_first);
  end if;
  update public.return_requests r set state = 'approved', outcome = decided, answer = coalesce(decision ->> 'answer', ''),
    decided_at = now() where r.id = request.id;
  perform shop.advance_return(request.id);
  perform shop.mail_decision(request.id);
  return shop.return_details_json(request.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.ask_return (
  order_number    text,
  key             text,
  request         jsonb,
  delivery        jsonb,
  idempotency_key text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened constant public.orders := shop.lock_order((shop.open_order_page(order_number, key)).id);
  fingerprint constant text := md5(jsonb_build_array(opened.id, request)::text);
  twin public.return_requests;
  pieces shop.asked_piece[];
  quote shop.exchange_sums;
  asked_id text;
begin
  if idempotency_key is not null then
    -- Also for another order.
    perform pg_advisory_xact_lock(hashtextextended('return ' || idempotency_key, 0));
    select * into twin from public.return_requests r where r.asked_key = idempotency_key;
    if twin.asked_fingerprint = fingerprint then
      return public.order_page(order_number, key);
    elsif twin.id is not null then
      perform shop.refuse('idempotency_mismatch', null, '{"of": "request"}');
    end if;
  end if;
  perform shop.check_returns_open(opened);
  perform shop.check_return(opened, request);
  pieces := array (select p from shop.asked_pieces(opened, request -> 'items') p);
  if request ->> 'outcome' = 'exchange' then
    quote := shop.quote_pieces(opened, request, pieces, delivery);
    if (request ->> 'balanceSeen')::numeric <> quote.due - quote.back then
      perform shop.refuse('price_changed', to_jsonb(quote), '{"of": "order"}');
    end if;
  end if;

  insert into public.return_requests (order_id, kind, wish, reason, words, shop_pays, promised_charges, asked_key, asked_fingerprint)
  select opened.id, (request ->> 'kind')::shop.return_kind, (request ->> 'outcome')::shop.return_outcome,
         (request ->> 'reason')::shop.return_reason, coalesce(request ->> 'words', ''), t.policy -> 'shopPays' ? (request ->> 'kind'),
         quote.charges, idempotency_key, case when idempotency_key is not null then fingerprint end
    from shop.return_terms t where t.order_id = opened.id
  returning id into asked_id;
  insert into shop.return_pieces (request_id, order_id, order_item_id, place, share, wanted, wanted_price)
  select asked_id, opened.id, p.order_item_id, p.place, p.share, p.wanted, p.wanted_price from unnest(pieces) p;
  update public.return_photos h set request_id = asked_id, kept_until = null
   where h.id in (select p.id from jsonb_array_elements_text(request -> 'photoIds') as p (id));
  return public.order_page(order_number, key);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."ask_return"(text, text, jsonb, jsonb, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.change_return_address (
  changed          jsonb,
  expected_version timestamp with time zone,
  actor            uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  kept public.return_address;
begin
  perform shop.assert_owner(actor);
  perform shop.act_as(actor);
  select * into kept from public.return_address a where a.id for update;
  perform shop.check_version(kept.updated_at, expected_version);
  update public.return_address a
     set recipient = changed ->> 'recipient', phone = changed ->> 'phone', address = changed ->> 'address', city = changed ->> 'city'
   where a.id returning * into kept;
  return to_jsonb(kept) - 'id';
end;
$function$;

REVOKE ALL ON FUNCTION "public"."change_return_address"(jsonb, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.name_payout (
  order_number text,
  key          text,
  request_id   text,
  payout       jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
  request public.return_requests;
  former public.return_payouts;
  named public.return_payouts;
begin
  if not exists (select from public.return_requests r where r.id = name_payout.request_id and r.order_id = opened.id) then
    perform shop.refuse('return_not_found');
  end if;
  request := shop.lock_return(name_payout.request_id);
  if not shop.awaits_money(request) then
    perform shop.refuse('payout_not_open', null, jsonb_build_object('returnNumber', request.return_number));
  end if;
  select * into former from public.return_payouts o where o.request_id = request.id;
  if (former.method::text, former.title, former.account) = (payout ->> 'method', payout ->> 'title', payout ->> 'account') then
    return public.order_page(order_number, key);
  end if;
  insert into public.return_payouts (request_id, method, title, account)
  values (request.id, (payout ->> 'method')::shop.payout_method, payout ->> 'title', payout ->> 'account')
  on conflict on constraint return_payouts_pkey do update
    set method = excluded.method, title = excluded.title, account = excluded.account, named_at = now()
  returning * into named;
  update public.return_requests r set updated_at = now() where r.id = request.id;
  perform shop.log_order_event(opened.id, 'note', '', null, null, format('%s: the customer wants the money by %s%s', request.return_number,
    shop.payout_words(named), case when former.request_id is not null then ', no longer by ' || shop.payout_words(former) else '' end));
  return public.order_page(order_number, key);
end;
$function$;

REVOKE ALL ON FUNCTION "public"."name_payout"(text, text, text, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.project_report()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  return jsonb_build_object(
    'migrations', (select coalesce(jsonb_agg(m.version order by m.version), '[]') from supabase_migrations.schema_migrations m),
    'open', (select coalesce(jsonb_agg(c.relname order by c.relname), '[]')
               from pg_catalog.pg_class c
              where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity),
    'watches_passwords', exists (select from pg_catalog.pg_trigger t
                                  where t.tgname = 'shop_new_password' and t.tgrelid = 'auth.users'::regclass and t.tgenabled <> 'D'),
    'marked', (select coalesce(jsonb_agg(m.row_is order by m.row_is), '[]') from shop.marked_rows() m),
    'has_return_address', exists (select from public.return_address a where a.address <> ''),
    'housekeeping_at', (select c.done_at from shop.job_runs c where c.name = 'housekeeping')
  );
end;
$function$;

CREATE OR REPLACE FUNCTION public.purge_expired()
  RETURNS integer
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with mails as (
    delete from public.mail_outbox m
     where coalesce(m.sent_at, m.failed_at) < now() - interval '30 days'
        -- Nobody sends them any more where WhatsApp was switched off.
        or (m.kind::text = 'whatsapp_question' and m.created_at < now() - interval '30 days')
    returning 1
  ), answers as (
    delete from public.whatsapp_answers a
     where a.created_at < now() - interval '90 days'
    returning 1
  ), questions as (
    delete from public.whatsapp_questions q
     where q.created_at < now() - interval '90 days'
    returning 1
  ), networks as (
    delete from shop.order_networks n
     where n.placed_at < now() - interval '30 days'
    returning 1
  ), limits as (
    delete from public.rate_limits r
     where r.window_ends_at < now()
    returning 1
  ), links as (
    -- A while after they stopped working, so that they say why.
    delete from public.account_links l
     where l.expires_at < now() - interval '7 days'
    returning 1
  ), sessions as (
    delete from public.shopper_sessions s
     where s.expires_at < now()
    returning 1
  ), searches as (
    delete from public.missed_searches m
     where m.day < shop.day_of(now()) - 90
    returning 1
  ), pushes as (
    delete from public.push_outbox o
     where o.created_at < now() - interval '30 days'
    returning 1
  ), phones as (
    delete from public.push_devices d
     where d.last_seen_at < now() - interval '60 days'
    returning 1
  ), notices as (
    -- Past those that stock is serving right now.
    delete from public.stock_notices n
     where n.id in (select e.id from public.stock_notices e
                     where e.back_at < now() - interval '30 days' or e.created_at < now() - interval '180 days' for update skip locked)
    returning 1
  )
  select ((select count(*) from mails) + (select count(*) from answers) + (select count(*) from questions) + (select count(*) from limits)
          + (select count(*) from links) + (select count(*) from notices) + (select count(*) from searches)
    + (select count(*) from sessions) + (select count(*) from pushes) + (select count(*) from phones) + shop.purge_audit_log()
    + shop.purge_payouts())::integer;
$function$;

CREATE OR REPLACE FUNCTION public.quote_exchange (
  order_number text,
  key          text,
  request      jsonb,
  delivery     jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  opened constant public.orders := shop.open_order_page(order_number, key);
begin
  perform shop.check_returns_open(opened);
  perform shop.check_asked_pieces(opened, request);
  return to_jsonb(shop.quote_pieces(opened, request, array (select p from shop.asked_pieces(opened, request -> 'items') p), delivery));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."quote_exchange"(text, text, jsonb, jsonb) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.asked_pieces (
  opened public.orders,
  items  jsonb
)
  RETURNS SETOF shop.asked_piece
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select i.id, free.place, (shop.piece_shares(i))[free.place], jsonb_strip_nulls(a.item -> 'wanted'), other.price
    from jsonb_array_elements(items) as a (item)
    join public.order_items i on i.id = a.item ->> 'itemId' and i.order_id = opened.id
    left join lateral (select l.price from shop.price_lines(jsonb_build_array(a.item -> 'wanted' || '{"quantity": 1}'::jsonb)) l
                        where l.product_id <> i.product_id) other on a.item -> 'wanted' is not null
   cross join lateral (select n.place from generate_series(1, i.quantity) as n (place)
                        where not exists (select from shop.return_pieces p where p.order_item_id = i.id
                                          and p.place = n.place and not p.is_released)
                        order by n.place limit (a.item ->> 'quantity')::integer) free;
$function$;

CREATE OR REPLACE FUNCTION shop.awaits_money (
  request public.return_requests
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case request.state when 'asked' then request.wish = 'transfer'
                            else request.state in ('approved', 'received') and request.outcome in ('transfer', 'exchange') end
         and (select s.refund > s.paid_back from shop.return_sums(request) s);
$function$;

CREATE OR REPLACE FUNCTION shop.charges_of (
  request  public.return_requests,
  returned public.orders,
  delivery jsonb
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(request.promised_charges,
                  shop.exchange_charges(shop.exchange_lines(request.id), request.shop_pays, returned, delivery));
$function$;

CREATE OR REPLACE FUNCTION shop.check_asked_pieces (
  opened  public.orders,
  request jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  complaints jsonb;
begin
  select jsonb_agg(jsonb_build_object(
           'path', format('items.%s.%s', l.place - 1, case when l.item_id is null then 'itemId' else 'quantity' end),
           'message', case when l.item_id is null then 'This piece is not in the order'
                           when l.free > 0 then format('Only %s of these can be sent back', l.free)
                           when l.obstacle = 'excluded' then 'Not taken back, ' || l.because
                           when l.obstacle = 'reduced' then 'Not taken back: it was reduced'
                           when l.obstacle = 'asked' then 'You have asked for this piece already'
                           else 'This piece is back with us already' end) order by l.place)
    into complaints
    from (select a.place, r.item_id, r.obstacle, r.because,
                 case request ->> 'kind' when 'claim' then r.may_claim else r.may_return end as free,
                 (a.item ->> 'quantity')::integer as units
            from jsonb_array_elements(request -> 'items') with ordinality as a (item, place)
            left join shop.returnable(opened) r on r.item_id = a.item ->> 'itemId') l
   where l.item_id is null or l.units > l.free;
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.check_return (
  opened  public.orders,
  request jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  terms constant shop.return_terms := (select t from shop.return_terms t where t.order_id = opened.id);
  complaints jsonb;
begin
  perform shop.check_asked_pieces(opened, request);
  if not terms.policy -> 'outcomes' ? (request ->> 'outcome') then
    perform shop.refuse_field('outcome', 'We do not offer this');
  elsif terms.policy -> 'evidence' ? (request ->> 'kind') and jsonb_array_length(request -> 'photoIds') = 0 then
    perform shop.refuse_field('photoIds', 'Please add a photo that shows what is wrong');
  end if;
  select jsonb_agg(jsonb_build_object('path', format('photoIds.%s', p.place - 1), 'message', 'The photo was not kept. Please add it again.')
                   order by p.place)
    into complaints
    from jsonb_array_elements_text(request -> 'photoIds') with ordinality as p (id, place)
   where not exists (select from public.return_photos h where h.id = p.id and h.order_id = opened.id and h.request_id is null
                     and h.kept_until > now());
  if complaints is not null then
    perform shop.refuse('validation_failed', jsonb_build_object('errors', complaints));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.exchange_charges (
  lines     shop.priced_line[],
  shop_pays boolean,
  returned  public.orders,
  delivery  jsonb
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when shop_pays or returned.customer_address = '' or delivery is null then 0
              else shop.delivery_charge((select sum(l.price * l.quantity) from unnest(lines) l), delivery) end;
$function$;

CREATE OR REPLACE FUNCTION shop.exchange_lines (
  request_id text
)
  RETURNS shop.priced_line[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select shop.price_exchange(array (select row(p.order_item_id, p.place, p.share, p.wanted, p.wanted_price)::shop.asked_piece
                                      from shop.return_pieces p where p.request_id = exchange_lines.request_id));
$function$;

CREATE OR REPLACE FUNCTION shop.guard_return (
  old public.return_requests,
  new public.return_requests
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if (new.return_number, new.order_id, new.kind, new.wish, new.reason, new.words, new.shop_pays, new.promised_charges, new.asked_key,
      new.created_at)
       is distinct from (old.return_number, old.order_id, old.kind, old.wish, old.reason, old.words, old.shop_pays,
                         old.promised_charges, old.asked_key, old.created_at)
     or new.state <> old.state and not (case old.state
          when 'asked' then new.state in ('approved', 'declined', 'withdrawn')
          when 'approved' then new.state in ('received', 'settled', 'declined', 'withdrawn')
          when 'received' then new.state in ('settled', 'declined')
          else false end) then
    raise exception 'request % is % and cannot become %', old.return_number, old.state, new.state using errcode = 'restrict_violation';
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.make_exchange (
  request     public.return_requests,
  charges     numeric,
  sends_first boolean
)
  RETURNS public.return_requests
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  old constant public.orders := (select o from public.orders o where o.id = request.order_id);
  lines constant shop.priced_line[] := shop.exchange_lines(request.id);
  -- As the customer was told it, unless staff charge something else.
  credit constant numeric := (shop.sum_up_exchange(lines, charges, (select s.refund from shop.return_sums(request) s))).credit;
  made public.orders;
  confirmation public.order_confirmations;
  exchanged public.return_requests;
begin
  perform shop.check_exchange(lines);
  -- What pays for it leaves the shop to nobody: whoever decides needs no right to give money.
  perform set_config('shop.makes_exchange', 'on', true);
  made := shop.write_exchange(request, old, lines, charges, credit);
  perform shop.take_pieces(made.id, made.order_number, shop.acting(), true);

  -- Agreed with the customer: nobody asks again, and no rule asks for an advance.
  update public.advance_requests r set ended_at = clock_timestamp() where r.order_id = made.id and r.ended_at is null;
  select * into confirmation from public.order_confirmations c where c.order_id = made.id;
  if confirmation.state <> 'confirmed' then
    perform shop.store_attempt(confirmation, 'rule', 'confirmed', null, 'Exchange for ' || old.order_number, null);
  end if;
  update public.order_confirmations c set call_because = null, awaits_return = request.comes_back and not make_exchange.sends_first
    where c.order_id = made.id;

  if credit > shop.received_of(old) then
    perform shop.refuse('refund_too_large', jsonb_build_object('received', shop.received_of(old)),
                        jsonb_build_object('received', shop.rupees_text(shop.received_of(old))));
  end if;
  update public.return_requests r set exchange_order_id = made.id, sends_first = make_exchange.sends_first where r.id = request.id
    returning * into exchanged;
  if credit > 0 then
    -- Spent at once: what comes back pays for what goes out, in the one ledger.
    exchanged.credit_payment_id := (shop.pay('refund', 'store_credit', 'credit', 'customer', credit, old.id, made.customer_id, '',
                                             'Exchanged for ' || made.order_number)).id;
    update public.return_requests r set credit_payment_id = exchanged.credit_payment_id where r.id = request.id;
    perform shop.spend_credit((select o from public.orders o where o.id = made.id), credit);
  end if;
  perform set_config('shop.makes_exchange', '', true);
  perform shop.log_order_event(made.id, 'note', '', null, null, format('Exchange for %s, %s', old.order_number, request.return_number));
  perform shop.log_order_event(old.id, 'note', '', null, null, format('%s is exchanged for %s', request.return_number, made.order_number));
  return exchanged;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.page_payout_json (
  request public.return_requests
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'may_name_payout', shop.awaits_money(request),
    'payout', (select jsonb_build_object('method', o.method, 'last_four', right(o.account, 4), 'named_at', o.named_at)
                 from public.return_payouts o where o.request_id = request.id),
    'paid', (select jsonb_build_object('amount', coalesce(request.payment_share, p.amount), 'method', p.method, 'reference', p.reference,
                                       'at', p.created_at)
               from public.payments p where p.id = request.payment_id and shop.standing_amount(p.id) > 0));
$function$;

CREATE OR REPLACE FUNCTION shop.page_returns_json (
  opened public.orders
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  terms constant shop.return_terms := (select t from shop.return_terms t where t.order_id = opened.id);
  requests constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', r.id, 'return_number', r.return_number, 'kind', r.kind, 'state', r.state, 'wish', r.wish,
             'outcome', r.outcome, 'reason', r.reason,
             'words', r.words, 'answer', r.answer, 'shop_pays', r.shop_pays, 'comes_back', r.comes_back,
             'items', (select coalesce(jsonb_agg(l - 'sku' - 'paid' - 'received_as' order by n), '[]')
                         from jsonb_array_elements(shop.return_items_json(r.id)) with ordinality as t (l, n)),
             'photo_ids', (select coalesce(jsonb_agg(h.id order by h.created_at, h.id), '[]') from public.return_photos h
                            where h.request_id = r.id and coalesce(h.kept_until > now(), true)),
             'refund', s.refund, 'paid_back', s.paid_back,
             'exchange', case when e.id is not null then jsonb_build_object('order_number', e.order_number, 'due', e.due_on_delivery) end,
             'may_withdraw', r.state in ('asked', 'approved') and (e.id is null or shop.is_unshipped(e.status))
                             and not exists (select from shop.return_pieces p where p.request_id = r.id and p.goods_back_id is not null),
             -- What was promised with the request, until staff decide.
             'promised', case when r.state = 'asked' and r.promised_charges is not null
                              then to_jsonb(shop.sum_up_exchange(shop.exchange_lines(r.id), r.promised_charges, s.refund)) end,
             'send_back', shop.sending_back_json(r),
             'asked_at', r.created_at, 'decided_at', r.decided_at) || shop.page_payout_json(r) order by r.created_at desc, r.id desc), '[]')
      from public.return_requests r
     cross join lateral shop.return_sums(r) s
      left join public.orders e on e.id = r.exchange_order_id and e.status <> 'cancelled' and e.archived_at is null
     where r.order_id = opened.id);
  items jsonb;
  kinds jsonb;
begin
  if terms.order_id is not null and (opened.status = 'delivered' or requests <> '[]') then
    select coalesce(jsonb_agg(jsonb_build_object(
      'item_id', i.id, 'product_id', i.product_id, 'product_name', i.product_name, 'product_image', i.product_image,
      'selected_color', i.selected_color, 'selected_size', i.selected_size, 'quantity', i.quantity, 'may_return', l.may_return,
      'may_claim', l.may_claim, 'obstacle', l.obstacle, 'because', l.because) order by l.place), '[]'),
           to_jsonb(array_remove(array[
             case when sum(l.may_return) > 0 and terms.policy -> 'outcomes' ?| array['transfer', 'store_credit'] then 'return' end,
             case when sum(l.may_return) > 0 and terms.policy -> 'outcomes' ? 'exchange' then 'exchange' end,
             case when sum(l.may_claim) > 0 then 'claim' end], null))
      into items, kinds
      from shop.returnable(opened) l join public.order_items i on i.id = l.item_id;
  end if;
  return case when items is null then '{}' else jsonb_build_object('returns', jsonb_build_object(
           -- The last second of the last day, so that whoever shows its day shows that one.
           'until', terms.ends_at - interval '1 second', 'is_over', terms.ends_at <= now(), 'days', (terms.policy ->> 'days')::integer,
           'evidence', terms.policy -> 'evidence', 'shop_pays', terms.policy -> 'shopPays', 'outcomes', terms.policy -> 'outcomes',
           'kinds', kinds, 'items', items, 'requests', requests)) end
    || jsonb_strip_nulls(jsonb_build_object('exchange_of', (select o.order_number from public.return_requests r
                                                            join public.orders o on o.id = r.order_id
                                                             where r.exchange_order_id = opened.id)));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.payout_json (
  request_id text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_jsonb(o) - 'request_id' from public.return_payouts o where o.request_id = payout_json.request_id;
$function$;

CREATE OR REPLACE FUNCTION shop.payout_words (
  payout public.return_payouts
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case payout.method when 'bank' then 'a bank account' when 'raast' then 'Raast' when 'jazzcash' then 'JazzCash' else 'Easypaisa' end
         || ' •••' || right(payout.account, 4);
$function$;

CREATE OR REPLACE FUNCTION shop.price_exchange (
  pieces shop.asked_piece[]
)
  RETURNS shop.priced_line[]
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with wanted as (
    select w.choice, w.price, count(*) as units, row_number() over (order by min(w.position), w.choice::text, w.price desc) as n
      from (select i.position, c.choice, case when c.choice ->> 'productId' = i.product_id then p.share else p.wanted_price end as price
              from unnest(pieces) p
              join public.order_items i on i.id = p.order_item_id
             cross join lateral (select coalesce(p.wanted, jsonb_build_object('productId', i.product_id, 'selectedColor', i.selected_color,
                                                                              'selectedSize', i.selected_size)) as choice) c) w
     group by w.choice, w.price
  )
  select array_agg(row(l.line_position, l.product_id, l.product_name, l.product_image, coalesce(w.price, l.price), l.available,
                       l.quantity, l.selected_color,
                       l.selected_size, l.colors, l.sizes, l.variant_id, l.missing_choice, null)::shop.priced_line order by l.line_position)
    from shop.price_lines((select jsonb_agg(w.choice || jsonb_build_object('quantity', w.units) order by w.n) from wanted w)) l
    join wanted w on w.n = l.line_position + 1;
$function$;

CREATE OR REPLACE FUNCTION shop.purge_payouts()
  RETURNS bigint
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  with gone as (
    delete from public.return_payouts o using public.return_requests r
     where r.id = o.request_id and shop.is_closed(r.state)
       and (select max(d.created_at) from public.return_decisions d where d.request_id = r.id) < now() - interval '90 days'
    returning 1
  )
  select count(*) from gone;
$function$;

CREATE OR REPLACE FUNCTION shop.quote_pieces (
  opened   public.orders,
  request  jsonb,
  pieces   shop.asked_piece[],
  delivery jsonb
)
  RETURNS shop.exchange_sums
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  lines constant shop.priced_line[] := shop.price_exchange(pieces);
  shop_pays constant boolean := (select t.policy -> 'shopPays' ? (request ->> 'kind') from shop.return_terms t
                                  where t.order_id = opened.id);
begin
  perform shop.check_exchange(lines, request -> 'items');
  return shop.sum_up_exchange(lines, shop.exchange_charges(lines, shop_pays, opened, delivery),
                              (select sum(p.share) from unnest(pieces) p));
end;
$function$;

CREATE OR REPLACE FUNCTION shop.return_details_json (
  request_id text,
  delivery   jsonb DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select shop.return_json(r, return_details_json.delivery) || jsonb_build_object('payout', shop.payout_json(r.id), 'history', (
           select jsonb_agg(jsonb_build_object(
             'state', d.state, 'note', d.note, 'by', shop.username_of(d.actor), 'at', d.created_at) order by d.sequence)
             from public.return_decisions d where d.request_id = r.id))
    from public.return_requests r where r.id = return_details_json.request_id;
$function$;

CREATE OR REPLACE FUNCTION shop.return_json (
  request  public.return_requests,
  delivery jsonb                  DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  returned constant public.orders := (select o from public.orders o where o.id = request.order_id);
  made constant public.orders := (select o from public.orders o where o.id = request.exchange_order_id);
  sums record;
  lines shop.priced_line[];
  would shop.exchange_sums;
  exchange jsonb;
  owed numeric;
begin
  select * into sums from shop.return_sums(request);
  -- What was declined or withdrawn owes nothing.
  owed := case when request.state in ('declined', 'withdrawn') then sums.paid_back else sums.refund end;
  if made.id is not null then
    exchange := jsonb_build_object('total', made.total_amount, 'charges', made.shipping, 'credit', made.credit_used,
                                   'due', made.due_on_delivery, 'back', greatest(0, sums.refund - made.credit_used),
                                   'is_available', true, 'order_id', made.id, 'order_number', made.order_number,
                                   'sends_first', request.sends_first);
  elsif request.state = 'asked' and request.kind <> 'return' then
    lines := shop.exchange_lines(request.id);
    would := shop.sum_up_exchange(lines, shop.charges_of(request, returned, delivery), sums.refund);
    exchange := to_jsonb(would) || jsonb_build_object('is_available', shop.sold_out(lines) is null, 'order_id', null,
                                                      'order_number', null, 'sends_first', false);
  end if;
  return jsonb_build_object(
    'id', request.id, 'return_number', request.return_number, 'order_id', returned.id, 'order_number', returned.order_number,
    'customer_name', returned.customer_name, 'city', returned.city, 'kind', request.kind, 'state', request.state, 'wish', request.wish,
    'outcome', request.outcome, 'reason', request.reason, 'words', request.words, 'answer', request.answer, 'shop_pays', request.shop_pays,
    'comes_back', request.comes_back, 'items', shop.return_items_json(request.id),
    'photos', (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'sent_at', h.created_at) order by h.created_at, h.id), '[]')
                 from public.return_photos h where h.request_id = request.id and coalesce(h.kept_until > now(), true)),
    'refund', owed, 'delivery_back', request.delivery_back, 'paid_back', sums.paid_back,
    'to_pay', greatest(0, owed - sums.paid_back),
    'delivery_charge', case when request.kind = 'claim' then shop.delivery_left(returned) else 0 end,
    'may_approve', request.state = 'asked' and returned.status = 'delivered',
    'may_decline', request.state in ('asked', 'approved', 'received')
                   and (made.id is null or case when made.status = 'cancelled' or made.archived_at is not null then sums.paid_back = 0
                                                else shop.is_unshipped(made.status) end),
    'may_settle', returned.status = 'delivered' and (request.state = 'received' or request.state = 'approved' and not request.comes_back),
    'outcomes', (select t.policy -> 'outcomes' from shop.return_terms t where t.order_id = returned.id),
    'asked_at', request.created_at, 'updated_at', request.updated_at)
    || case when exchange is not null then jsonb_build_object('exchange', exchange) else '{}' end;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.sending_back_json (
  request public.return_requests
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when request.state = 'approved' and request.comes_back then jsonb_build_object(
           'by', greatest((select t.ends_at from shop.return_terms t where t.order_id = request.order_id),
                          shop.start_of_day(shop.day_of(request.decided_at) + 15)) - interval '1 second',
           'to', (select to_jsonb(a) - 'id' - 'updated_at' from public.return_address a where a.address <> '')) end;
$function$;

CREATE OR REPLACE FUNCTION shop.sum_up_exchange (
  lines   shop.priced_line[],
  charges numeric,
  worth   numeric
)
  RETURNS shop.exchange_sums
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  credit constant numeric := least(worth, (select coalesce(sum(l.price * l.quantity), 0) from unnest(lines) l) + charges);
  priced constant shop.order_price := shop.price_order(lines, jsonb_build_object('fee', charges), null, true, credit % 1);
begin
  return row(priced.total, charges, credit, priced.total - credit, worth - credit)::shop.exchange_sums;
end;
$function$;

ALTER TABLE "public"."return_payouts"
  ADD CONSTRAINT "return_payouts_account_shape" CHECK (
CASE method
    WHEN 'bank'::shop.payout_method THEN (account ~ '^PK[0-9]{2}[A-Z]{4}[0-9A-Z]{16}$'::text)
    ELSE (account ~ '^03[0-9]{9}$'::text)
END);

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "public"."return_payouts"
  ADD CONSTRAINT "return_payouts_request_id_fkey" FOREIGN KEY (request_id) REFERENCES public.return_requests(id);

ALTER TABLE "public"."return_payouts"
  ADD CONSTRAINT "return_payouts_title_length" CHECK (((char_length(title) >= 1) AND (char_length(title) <= 80)));

ALTER TABLE "public"."return_requests"
  ADD CONSTRAINT "return_requests_promised_charges" CHECK (((promised_charges IS NULL) OR ((promised_charges >= (0)::numeric) AND (wish = 'exchange'::shop.return_outcome))));

ALTER TABLE "shop"."return_pieces"
  ADD CONSTRAINT "return_pieces_wanted_price" CHECK (((wanted_price IS NULL) OR ((wanted_price >= (0)::numeric) AND (wanted IS NOT NULL))));

CREATE TRIGGER return_address_noted
  AFTER UPDATE ON public.return_address
  FOR EACH ROW
  EXECUTE FUNCTION shop.note_change('return address');

CREATE TRIGGER return_address_touched
  BEFORE UPDATE ON public.return_address
  FOR EACH ROW
  EXECUTE FUNCTION shop.touch_updated_at();

REVOKE ALL ON FUNCTION "public"."ask_return"(text, text, jsonb, jsonb, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_return"(text, text, jsonb, jsonb, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_return"(text, text, jsonb, jsonb, text) TO "service_role";

REVOKE ALL ON FUNCTION "public"."change_return_address"(jsonb, timestamp WITH time zone, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_return_address"(jsonb, timestamp WITH time zone, uuid) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."change_return_address"(jsonb, timestamp WITH time zone, uuid) TO "service_role";

REVOKE ALL ON FUNCTION "public"."name_payout"(text, text, text, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."name_payout"(text, text, text, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."name_payout"(text, text, text, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."quote_exchange"(text, text, jsonb, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_exchange"(text, text, jsonb, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."quote_exchange"(text, text, jsonb, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."asked_pieces"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."asked_pieces"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."asked_pieces"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."asked_pieces"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."awaits_money"(public.return_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."awaits_money"(public.return_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."awaits_money"(public.return_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."awaits_money"(public.return_requests) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."charges_of"(public.return_requests, public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."charges_of"(public.return_requests, public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."charges_of"(public.return_requests, public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."charges_of"(public.return_requests, public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."check_asked_pieces"(public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."check_asked_pieces"(public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_asked_pieces"(public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."check_asked_pieces"(public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."exchange_charges"(shop.priced_line[], boolean, public.orders, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."exchange_charges"(shop.priced_line[], boolean, public.orders, jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."exchange_charges"(shop.priced_line[], boolean, public.orders, jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."exchange_charges"(shop.priced_line[], boolean, public.orders, jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."page_payout_json"(public.return_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."page_payout_json"(public.return_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."page_payout_json"(public.return_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."page_payout_json"(public.return_requests) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."payout_json"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."payout_json"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."payout_json"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."payout_json"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."payout_words"(public.return_payouts) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."payout_words"(public.return_payouts) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."payout_words"(public.return_payouts) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."payout_words"(public.return_payouts) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."price_exchange"(shop.asked_piece[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."price_exchange"(shop.asked_piece[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_exchange"(shop.asked_piece[]) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."price_exchange"(shop.asked_piece[]) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."purge_payouts"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."purge_payouts"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."purge_payouts"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."purge_payouts"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."quote_pieces"(public.orders, jsonb, shop.asked_piece[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."quote_pieces"(public.orders, jsonb, shop.asked_piece[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."quote_pieces"(public.orders, jsonb, shop.asked_piece[], jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."quote_pieces"(public.orders, jsonb, shop.asked_piece[], jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."sending_back_json"(public.return_requests) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sending_back_json"(public.return_requests) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sending_back_json"(public.return_requests) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sending_back_json"(public.return_requests) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."sum_up_exchange"(shop.priced_line[], numeric, numeric) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sum_up_exchange"(shop.priced_line[], numeric, numeric) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sum_up_exchange"(shop.priced_line[], numeric, numeric) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sum_up_exchange"(shop.priced_line[], numeric, numeric) TO "service_role";

REVOKE ALL ON TABLE "public"."return_address" FROM "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "public"."return_address" TO "service_role";

REVOKE ALL ON TABLE "public"."return_payouts" FROM "service_role";

GRANT DELETE, INSERT, SELECT, UPDATE ON TABLE "public"."return_payouts" TO "service_role";

-- The one row, which an owner fills in.
INSERT INTO public.return_address DEFAULT VALUES;
