SET local check_function_bodies = off;

DROP FUNCTION "shop"."book_statement_line"(text, text, uuid);

CREATE OR REPLACE FUNCTION public.book_statement_lines (
  matches jsonb,
  actor   uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  asked record;
  outcomes jsonb := '[]';
begin
  perform shop.act_as(actor);
  -- In one order, so that two calls at once wait and do not deadlock.
  for asked in
    select m ->> 'lineId' as line_id, m ->> 'orderNumber' as order_number, m ->> 'isBooked' as is_booked
      from jsonb_array_elements(matches) m order by 2, 1
  loop
    begin
      perform shop.book_statement_line(asked.line_id, asked.order_number, actor, asked.is_booked);
      outcomes := outcomes || jsonb_build_object('line_id', asked.line_id, 'refusal', null);
    exception when sqlstate 'PGRST' then
      outcomes := outcomes || jsonb_build_object('line_id', asked.line_id, 'refusal', sqlerrm::jsonb);
    end;
  end loop;
  return outcomes;
end;
$function$;

CREATE OR REPLACE FUNCTION public.list_statement_lines (
  state       text,
  page_offset integer,
  page_limit  integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with found as (select l from public.bank_statement_lines l where shop.statement_state(l) = list_statement_lines.state)
  select jsonb_build_object(
    'items', (select coalesce(jsonb_agg(shop.statement_line_json(p.l)
                                        || jsonb_build_object('booked_before', case when state = 'open' then shop.booked_before(p.l) end)
                                        order by (p.l).day desc, (p.l).id desc), '[]')
                from (select f.l from found f order by (f.l).day desc, (f.l).id desc offset page_offset limit page_limit) p),
    'total', (select count(*) from found));
$function$;

CREATE OR REPLACE FUNCTION public.verify_transfer (
  order_id        text,
  seen            jsonb,
  actor           uuid,
  idempotency_key text  DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  locked constant public.orders := shop.lock_order(order_id);
  amount constant numeric := (seen ->> 'amount')::numeric;
  reference constant text := coalesce(seen ->> 'reference', '');
  number constant text := shop.read_transaction_number(reference);
  fingerprint constant text := md5(jsonb_build_array(order_id, seen)::text);
  claim public.advance_claims;
  earlier timestamptz;
begin
  perform shop.act_as(actor);
  select * into claim from public.advance_claims c where c.idempotency_key = verify_transfer.idempotency_key;
  if claim.request_fingerprint = fingerprint then
    return shop.advance_json(locked.id);
  elsif claim.id is not null then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "transfer"}');
  elsif seen ->> 'claimId' is not null then
    claim := shop.lock_transfer(locked.id, seen ->> 'claimId', '{sent,rejected}');
  end if;
  if amount > locked.due_on_delivery and not coalesce((seen ->> 'isMore')::boolean, false) then
    perform shop.refuse_field('amount', format('More than the %s that are due. Say so, if it really arrived.',
                                               shop.rupees_text(locked.due_on_delivery)));
  end if;
  select max(p.created_at) into earlier
    from public.advance_claims c join public.payments p on p.id = c.payment_id
   where c.order_id = locked.id and c.state = 'received' and p.amount = (seen ->> 'amount')::numeric
     and (c.reference_key = '' or number = '') and p.created_at > now() - interval '3 days';
  if earlier is not null and not coalesce((seen ->> 'isMore')::boolean, false) then
    perform shop.refuse_field('amount', format('%s were booked for this order on %s. Say so, if as much arrived once more.',
                                               shop.rupees_text(amount),
                                               to_char(earlier at time zone 'Asia/Karachi', 'FMDD Mon')));
  end if;
  if claim.id is null then
    begin
      insert into public.advance_claims (order_id, reference, reference_key, recorded_by, is_recorded)
      values (locked.id, reference, number, actor, true) returning * into claim;
    exception when unique_violation then
      perform shop.refuse_field('reference', 'Another transfer with this number waits or has arrived');
    end;
  end if;
  perform shop.decide_transfer(claim, 'received', '',
                               (shop.record_advance(locked, amount, (seen ->> 'method')::shop.payment_method, reference)).id,
                               number, actor);
  update public.advance_claims c set idempotency_key = verify_transfer.idempotency_key,
    request_fingerprint = fingerprint where c.id = claim.id;
  return shop.advance_json(locked.id);
end;
$function$;

CREATE OR REPLACE FUNCTION shop.book_statement_line (
  line_id      text,
  order_number text,
  actor        uuid,
  is_booked    text DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  line public.bank_statement_lines;
  paid public.orders;
  claim public.advance_claims;
  before jsonb;
begin
  paid := shop.lock_order((select o.id from public.orders o where o.order_number = book_statement_line.order_number));
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  elsif shop.statement_state(line) <> 'open' then
    perform shop.refuse('line_decided');
  end if;
  before := case when is_booked is distinct from 'another' then shop.booked_before(line, paid.id) end;
  if is_booked = 'same' and before is null then
    perform shop.refuse('transfer_not_found');
  elsif is_booked = 'same' then
    update public.bank_statement_lines l set payment_id = before ->> 'payment_id', decided_by = actor, decided_at = clock_timestamp()
     where l.id = line.id;
    return;
  elsif before is not null then
    perform shop.refuse('transfer_booked', null,
                        jsonb_build_object('orderNumber', paid.order_number, 'amount', shop.rupees_text(line.amount),
                                           'day', to_char((before ->> 'booked_at')::timestamptz at time zone 'Asia/Karachi', 'FMDD Mon')));
  end if;
  claim := shop.claim_of_line(line, paid.id);
  if claim.id is null and not shop.is_unshipped(paid.status) then
    perform shop.refuse('order_left', null, jsonb_build_object('orderNumber', paid.order_number, 'status', paid.status));
  elsif line.amount > paid.due_on_delivery then
    perform shop.refuse('more_than_due', null,
                        jsonb_build_object('number', paid.order_number, 'due', shop.rupees_text(paid.due_on_delivery)));
  end if;
  -- Each line of the bank is money of its own.
  perform public.verify_transfer(paid.id, jsonb_build_object('claimId', claim.id, 'amount', line.amount, 'method', 'bank_transfer', 'isMore', true,
                                   'reference', coalesce(claim.reference, shop.transaction_number_in(line.reference))), actor);
  update public.bank_statement_lines l
     set payment_id = (select c.payment_id from public.advance_claims c where c.order_id = paid.id and c.state = 'received'
                       order by c.decided_at desc limit 1),
         decided_by = actor, decided_at = clock_timestamp()
   where l.id = line.id;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.booked_before (
  line     public.bank_statement_lines,
  order_id text                        DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  return (
    select jsonb_build_object('payment_id', p.id, 'order_number', o.order_number, 'amount', p.amount,
                              'booked_by', shop.username_of(p.actor), 'booked_at', p.created_at, 'is_sure', named.is_sure)
      from public.payments p
      join public.orders o on o.id = p.order_id
      left join public.advance_claims c on c.payment_id = p.id
     cross join lateral (
       select coalesce(shop.number_stands_in(c.reference_key, line.reference), false)
              or line.reference ~ ('(^|[^0-9])' || regexp_replace(o.order_number, '[^0-9]', '', 'g') || '([^0-9]|$)') as is_sure,
              (p.created_at at time zone 'Asia/Karachi')::date - line.day as days_later) named
     where p.kind = 'advance' and p.to_account = 'bank' and p.reverses is null and p.amount = line.amount
       and (booked_before.order_id is null or p.order_id = booked_before.order_id)
       and not exists (select from public.payments r where r.reverses = p.id)
       and not exists (select from public.bank_statement_lines l where l.payment_id = p.id)
       and (named.is_sure or named.days_later between -1 and 3)
     order by named.is_sure desc, abs(named.days_later), p.sequence limit 1);
end;
$function$;

CREATE INDEX payments_at_bank ON public.payments USING btree (amount)
  WHERE ((kind = 'advance'::shop.payment_kind) AND (to_account = 'bank'::shop.ledger_account) AND (reverses IS NULL));

REVOKE ALL ON FUNCTION "shop"."book_statement_line"(text, text, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."book_statement_line"(text, text, uuid, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_statement_line"(text, text, uuid, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."book_statement_line"(text, text, uuid, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."booked_before"(public.bank_statement_lines, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."booked_before"(public.bank_statement_lines, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."booked_before"(public.bank_statement_lines, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."booked_before"(public.bank_statement_lines, text) TO "service_role";
