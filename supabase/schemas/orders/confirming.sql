-- Staff call whoever ordered, each order taken on by one person at a time.

-- Gives an order to a staff member for fifteen minutes, its reasons as they are now. Takes the order's id and the staff member, its
-- confirmation locked.
create function shop.hold_for(order_id text, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  factors constant jsonb := (select shop.risk_factors(o, shop.customer_record(o.customer_id)) from public.orders o
                             where o.id = hold_for.order_id);
begin
  update public.order_confirmations c
     set claimed_by = actor, claimed_until = now() + interval '15 minutes', reasons = factors, score = shop.sum_of_points(factors)
   where c.order_id = hold_for.order_id;
end;
$$;

-- Refuses 409 `claimed_by_other` {name, until} when somebody else works on the order now. Takes its confirmation, locked, and who asks.
create function shop.check_claim(confirmation public.order_confirmations, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  holder text;
begin
  if confirmation.claimed_until > now() and confirmation.claimed_by <> actor then
    select s.username into holder from public.staff s where s.id = confirmation.claimed_by;
    perform shop.refuse('claimed_by_other',
      jsonb_build_object('name', holder, 'until', to_char(confirmation.claimed_until at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  end if;
end;
$$;

-- The confirmation of an open order, locked until the transaction ends. Refuses 404 `order_not_found`, 409 `order_closed`.
create function shop.lock_confirmation(order_id text) returns public.order_confirmations
language plpgsql set search_path = ''
as $$
declare
  asked constant public.orders := shop.lock_order(order_id);
  locked public.order_confirmations;
begin
  select * into locked from public.order_confirmations c where c.order_id = asked.id for update;
  if not locked.is_open or locked.order_id is null then
    perform shop.refuse('order_closed', null, jsonb_build_object('orderNumber', asked.order_number, 'status', asked.status));
  end if;
  return locked;
end;
$$;

-- Claims an order for whoever opens it; repeating it begins the fifteen minutes anew. Takes its id and the staff member. Returns it as the
-- desk shows it. Refuses 404 `order_not_found`, 409 `order_closed` when it is shipped or cancelled, `claimed_by_other` {name, until}.
create function public.claim_confirmation(order_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.check_claim(shop.lock_confirmation(order_id), actor);
  perform shop.hold_for(order_id, actor);
  return shop.confirmation_json(order_id);
end;
$$;

-- Gives an order back before its claim ends. Takes its id and the staff member; a claim of somebody else stays.
create function public.release_confirmation(order_id text, actor uuid) returns void
language sql set search_path = ''
as $$
  update public.order_confirmations c set claimed_by = null, claimed_until = null
   where c.order_id = release_confirmation.order_id and c.claimed_by = actor;
$$;

-- Claims the most urgent order that is due and that nobody else holds. Takes the staff member and the order they come from, which is given
-- back: the next is the one behind it in the queue, so that skipping leads through all of them. Returns it as the desk shows it, null when
-- nothing is due.
create function public.next_confirmation(actor uuid, after_order text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  reached constant shop.urgency := (select q.urgency from shop.confirmation_queue q where q.order_id = after_order);
  candidate text;
begin
  perform shop.act_as(actor);
  if after_order is not null then
    perform public.release_confirmation(after_order, actor);
  end if;
  for candidate in
    select q.order_id from shop.confirmation_queue q
     where q.due_at <= now() and q.order_id is distinct from after_order
     order by (q.urgency > reached) is false, q.urgency
  loop
    -- Whoever is faster has it: others go on to the next one instead of waiting.
    perform 1 from public.order_confirmations c
     where c.order_id = candidate and c.is_open and c.due_at <= now()
       and (c.claimed_until > now() and c.claimed_by <> actor) is not true for update skip locked;
    if found then
      perform shop.hold_for(candidate, actor);
      return shop.confirmation_json(candidate);
    end if;
  end loop;
  return null;
end;
$$;

-- Stores what came of asking about an order, and gives the order back. Takes its id, {how, outcome, callBackAt?, note?}, the staff member
-- and the key of the answer or null; a repeated key stores nothing more, whatever became of the order since. Who confirms an order keeps
-- it, although its shopper asked to cancel it before. Returns the order. Refuses 404 `order_not_found`, 409 `order_closed`,
-- `claimed_by_other` {name, until}, 422 `idempotency_mismatch`, and a call-back without a time to come.
create function public.record_attempt(order_id text, attempt jsonb, actor uuid, idempotency_key text default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  fingerprint constant text := md5(jsonb_build_array(order_id, attempt)::text);
  confirmation public.order_confirmations;
  outcome constant shop.confirmation_outcome := (attempt ->> 'outcome')::shop.confirmation_outcome;
  call_back_at constant timestamptz := case when outcome = 'call_back' then (attempt ->> 'callBackAt')::timestamptz end;
begin
  if idempotency_key is not null and shop.is_attempt_stored(idempotency_key, fingerprint) then
    return shop.staff_order_json(order_id);
  end if;
  confirmation := shop.lock_confirmation(order_id);
  perform shop.act_as(actor);
  perform shop.check_claim(confirmation, actor);
  if outcome = 'call_back' and (call_back_at > now()) is not true then
    perform shop.refuse_field('callBackAt', 'Choose a time to come');
  end if;
  perform shop.store_attempt(confirmation, (attempt ->> 'how')::shop.confirmation_way, outcome, call_back_at,
                             coalesce(attempt ->> 'note', ''), actor,
                             idempotency_key, fingerprint);
  update public.orders o set cancellation_answered_at = now()
   where o.id = record_attempt.order_id and outcome = 'confirmed' and o.cancellation_asked_at is not null
     and o.cancellation_answered_at is null;
  return shop.staff_order_json(order_id);
end;
$$;

-- Stores that the shopper confirms the order. Takes its id, where they said so (`page`, `whatsapp`) and the version they saw, as
-- `shop.order_version` has it (null: whatever it is now). Returns what came of it: `confirmed`, also when it was already; `call_needed`
-- when it is noted and staff still call; without any effect `changed` when pieces or total are others now, `cancelled`, and `closed` for an
-- order that is shipped or gone.
create function public.confirm_by_shopper(order_id text, source text, expected_version text default null) returns text
language plpgsql set search_path = ''
as $$
declare
  asked public.orders;
  confirmation public.order_confirmations;
begin
  perform shop.lock_orders(array[order_id]);
  select * into asked from public.orders o where o.id = confirm_by_shopper.order_id and o.archived_at is null;
  select * into confirmation from public.order_confirmations c where c.order_id = asked.id for update;
  if asked.status = 'cancelled' then
    return 'cancelled';
  elsif confirmation.is_open is not true then
    return 'closed';
  elsif expected_version <> shop.order_version(asked.id) then
    return 'changed';
  elsif confirmation.state = 'confirmed' then
    return 'confirmed';
  elsif confirmation.call_because is null and not confirmation.awaits_advance then
    perform shop.store_attempt(confirmation, 'shopper', 'confirmed', null, source, null);
    return 'confirmed';
  end if;
  -- Once: a shopper may press as often as they like.
  if not exists (select from public.confirmation_attempts a where a.order_id = asked.id and a.how = 'shopper' and a.outcome = 'confirmed')
    then
    insert into public.confirmation_attempts (order_id, how, outcome, note) values (asked.id, 'shopper', 'confirmed', source);
  end if;
  return 'call_needed';
end;
$$;

-- Lets an order go out although nobody confirmed it. Takes its id, the reason and the staff member. Returns the order. Refuses 404
-- `order_not_found`, 409 `order_closed`.
create function public.override_confirmation(order_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform shop.act_as(actor);
  perform shop.lock_confirmation(order_id);
  update public.order_confirmations c set overridden_by = actor, overridden_because = reason, overridden_at = now()
   where c.order_id = override_confirmation.order_id;
  return shop.staff_order_json(order_id);
end;
$$;

grant execute on function public.claim_confirmation, public.release_confirmation, public.next_confirmation, public.record_attempt,
  public.confirm_by_shopper, public.override_confirmation to service_role;
