-- A new order is looked at once, and again when pieces come to it: how doubtful it is, whether somebody has to call, whether it needs an
-- advance.

-- Assesses a new order by its risk factors and the rules of the shop.
create function shop.assess_risk(placed public.orders) returns shop.verdict
language plpgsql stable set search_path = ''
as $$
declare
  rules public.confirmation_rules;
  verdict shop.verdict;
  history constant jsonb := shop.customer_record(placed.customer_id);
begin
  select * into rules from public.confirmation_rules r where r.id;
  verdict.reasons := shop.risk_factors(placed, history);
  verdict.score := shop.sum_of_points(verdict.reasons);
  verdict.call_because := case
    when placed.awaits_proof then 'No pieces are set aside yet'
    when rules.hold_blocked and verdict.reasons @> '[{"code": "blocked"}]' then 'The customer is blocked'
    when rules.hold_blocked and verdict.reasons @> '[{"code": "prepaid_only"}]' then 'The customer must pay before'
    when placed.total_amount >= rules.hold_value then format('%s or more', shop.rupees_text(rules.hold_value))
    when verdict.score >= rules.hold_score then format('Score of %s or more', rules.hold_score)
    when rules.hold_unknown_city and placed.city_known is null then 'The city is not known'
  end;
  if verdict.call_because is null then
    verdict.confirmed_because := case
      when rules.confirm_by_staff and placed.placed_by is not null then 'Rule: written down by staff'
      when (history ->> 'delivered')::integer >= rules.confirm_deliveries and (history ->> 'returned')::integer = 0
           and placed.total_amount < rules.confirm_below
      then format('Rule: %s deliveries or more, none returned, below %s', rules.confirm_deliveries, shop.rupees_text(rules.confirm_below))
    end;
  end if;
  return verdict;
end;
$$;

-- Asks an advance of a new order where a rule says so, in the rule's words. Takes the order's row and its score.
create function shop.ask_by_rule(placed public.orders, score integer) returns void
language plpgsql set search_path = ''
as $$
declare
  rules public.confirmation_rules;
  returned integer;
  because text;
  amount numeric;
begin
  select * into rules from public.confirmation_rules r where r.id;
  -- What is collected in the shop is paid there.
  if placed.customer_address = '' or num_nonnulls(rules.advance_returned, rules.advance_value, rules.advance_score) = 0
    and not rules.advance_no_cash then
    return;
  end if;
  returned := case when rules.advance_returned is not null then (shop.customer_record(placed.customer_id) ->> 'returned')::integer end;
  because := case
    when returned >= rules.advance_returned then format('Refused %s %s before', returned,
                                                        case when returned = 1 then 'parcel' else 'parcels' end)
    when placed.total_amount >= rules.advance_value then format('Order of %s or more', shop.rupees_text(rules.advance_value))
    when rules.advance_no_cash and placed.city_takes_cash is false then format('No courier collects cash in %s', placed.city)
    when score >= rules.advance_score then format('Score of %s or more', rules.advance_score) end;
  amount := shop.advance_of(placed, rules.advance_basis, coalesce(rules.advance_amount, rules.advance_percent));
  -- A free delivery leaves nothing to ask.
  if because is not null and amount >= 1 then
    perform shop.store_request(placed, rules.advance_basis, amount, rules.advance_hours, because, null);
  end if;
end;
$$;

-- Every new order waits for a confirmation, however it was inserted, unless a rule of the shop confirms it at once.
create function shop.begin_confirmation(new public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  verdict shop.verdict;
begin
  if not shop.is_unshipped(new.status) or new.archived_at is not null then
    insert into public.order_confirmations (order_id, due_at, is_open) values (new.id, shop.after_quiet_hours(new.created_at), false);
    return;
  end if;
  verdict := shop.assess_risk(new);
  insert into public.order_confirmations (order_id, state, due_at, score, reasons, call_because)
  values (new.id, case when verdict.confirmed_because is null then 'unconfirmed' else 'confirmed' end::shop.confirmation_state,
          case when verdict.confirmed_because is null then shop.after_quiet_hours(new.created_at) end,
          verdict.score, verdict.reasons, verdict.call_because);
  if verdict.confirmed_because is not null then
    insert into public.confirmation_attempts (order_id, how, outcome, note) values (new.id, 'rule', 'confirmed', verdict.confirmed_because);
  end if;
  perform shop.ask_by_rule(new, verdict.score);
end;
$$;

-- Has a confirmed order asked about anew, and says why in its timeline. Does nothing to an order that is not confirmed or has left. Takes
-- its id and the reason.
create function shop.ask_anew(order_id text, because text) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.order_confirmations c set state = 'unconfirmed', tries = 0, due_at = shop.after_quiet_hours(now())
   where c.order_id = ask_anew.order_id and c.state = 'confirmed' and c.is_open;
  if found then
    perform shop.log_order_event(order_id, 'confirmation', '', null, '{"confirmation": "unconfirmed"}', because);
  end if;
end;
$$;

-- What more pieces do to the confirmation of an order. Whoever confirmed it stands by it, so it stays confirmed, unless it has become one
-- that only staff may confirm, or one that the rule that confirmed it does not confirm any more: then it is asked about anew. While it is
-- unconfirmed, its score and who may confirm it are those of the order as it is now. Takes the order as it was.
create function shop.reassess_order(before public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  changed public.orders;
  earlier constant shop.verdict := shop.assess_risk(before);
  verdict shop.verdict;
begin
  select * into changed from public.orders o where o.id = before.id;
  verdict := shop.assess_risk(changed);
  if verdict.call_because is distinct from earlier.call_because and verdict.call_because is not null then
    perform shop.ask_anew(before.id, 'More pieces: ' || verdict.call_because);
  elsif earlier.confirmed_because is not null and verdict.confirmed_because is null
        and not exists (select from public.confirmation_attempts a where a.order_id = before.id and a.outcome = 'confirmed'
                        and a.how <> 'rule') then
    perform shop.ask_anew(before.id, 'More pieces than ' || lower(left(earlier.confirmed_because, 1))
                          || substr(earlier.confirmed_because, 2));
  end if;
  update public.order_confirmations c set score = verdict.score, reasons = verdict.reasons, call_because = verdict.call_because
   where c.order_id = before.id and c.state <> 'confirmed';
end;
$$;
