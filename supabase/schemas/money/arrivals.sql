-- What couriers paid out meets the credits of the bank, and the bank's account the ledger's.

-- Couriers' files that are booked and have not arrived, the newest 200: [{id, courier_id, courier, reference, sum, day}]. Those below
-- nothing are among them: a courier takes them off its next payment.
create function public.announced_settlements() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'courier_id', s.courier_id, 'courier', c.name, 'reference', s.reference,
                                               'sum', s.control_sum, 'day', shop.day_of(s.created_at))
                            order by s.created_at desc, s.id desc), '[]')
    from (select f.* from public.settlements f
           where f.state = 'booked' and f.control_sum <> 0
             and not exists (select from public.settlement_arrivals a where a.settlement_id = f.id)
           order by f.created_at desc, f.id desc limit 200) s
    join public.couriers c on c.id = s.courier_id;
$$;

-- Confirms which of a courier's files arrived with a line of the bank. Nothing is booked: the files moved the money. Takes the line, the
-- files and the staff member. Returns `shop.statement_line_json`. Refuses 404 `statement_line_not_found`, `settlement_not_found`, 409
-- `line_decided`, `settlement_undone`, `settlement_arrived` {reference}, `payout_differs` {sum, amount} where they do not come to exactly
-- the line's amount, 422 `settlementIds` of several couriers.
create function public.confirm_arrival(line_id text, settlement_ids text[], actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  line public.bank_statement_lines;
  came record;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  -- As booking and undoing a file.
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  elsif shop.statement_state(line) <> 'open' then
    perform shop.refuse('line_decided');
  end if;
  select count(*) as files, count(distinct s.courier_id) as couriers, coalesce(sum(s.control_sum), 0) as sum,
         bool_or(s.state = 'undone') as is_undone, min(s.reference) filter (where a.settlement_id is not null) as arrived
    into came
    from public.settlements s left join public.settlement_arrivals a on a.settlement_id = s.id where s.id = any (settlement_ids);
  if came.files <> (select count(distinct i) from unnest(settlement_ids) i) then
    perform shop.refuse('settlement_not_found');
  elsif came.is_undone then
    perform shop.refuse('settlement_undone');
  elsif came.arrived is not null then
    perform shop.refuse('settlement_arrived', null, jsonb_build_object('reference', came.arrived));
  elsif came.couriers > 1 then
    perform shop.refuse_field('settlementIds', 'These are of several couriers');
  elsif came.sum <> line.amount then
    perform shop.refuse('payout_differs', null, jsonb_build_object('sum', shop.paisa_text(came.sum),
                                                             'amount', shop.paisa_text(line.amount)));
  end if;
  insert into public.settlement_arrivals (settlement_id, line_id, confirmed_by)
  select distinct i, line.id, actor from unnest(settlement_ids) i;
  update public.bank_statement_lines l set decided_by = actor, decided_at = clock_timestamp() where l.id = line.id returning * into line;
  return shop.statement_line_json(line);
end;
$$;

-- Takes back that a courier's files arrived with a line of the bank: it is open again, and they are announced. Takes the line and the staff
-- member. Returns `shop.statement_line_json`. Refuses 404 `statement_line_not_found`, 409 `nothing_arrived`.
create function public.undo_arrival(line_id text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  line public.bank_statement_lines;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into line from public.bank_statement_lines l where l.id = line_id for update;
  if not found then
    perform shop.refuse('statement_line_not_found');
  end if;
  delete from public.settlement_arrivals a where a.line_id = line.id;
  if not found then
    perform shop.refuse('nothing_arrived');
  end if;
  update public.bank_statement_lines l set decided_by = null, decided_at = null where l.id = line.id returning * into line;
  return shop.statement_line_json(line);
end;
$$;

-- The days of which a statement says what the account came to, the latest 60 first: [{day, statement, ledger: what the ledger's `bank` came
-- to, difference, changed: by how much it is another than on the day before that has one, null on the first, waits: what the bank has and
-- nobody decided, announced: what couriers' files moved by then and the bank got later, or not yet}].
create function public.bank_days() returns jsonb
language sql stable set search_path = ''
as $$
  with days as materialized (
    select b.day, b.balance, shop.start_of_day(b.day + 1) as ends from public.bank_balances b order by b.day desc limit 61),
  moved as materialized (
    select shop.day_of(p.created_at) as day, sum(case p.to_account when 'bank' then p.amount else - p.amount end) as amount
      from public.payments p where 'bank' in (p.from_account, p.to_account) group by 1),
  open_lines as materialized (
    select b.day, sum(b.amount) as amount from public.bank_statement_lines b where shop.statement_state(b) = 'open' group by b.day),
  compared as (
    select d.day, d.balance as statement, coalesce(l.sum, 0) as ledger, d.balance - coalesce(l.sum, 0) as difference,
           coalesce(w.sum, 0) as waits, coalesce(n.sum, 0) as announced
      from days d
      left join lateral (select sum(m.amount) as sum from moved m where m.day <= d.day) l on true
      left join lateral (select sum(b.amount) as sum from open_lines b where b.day <= d.day) w on true
      left join lateral (select sum(s.control_sum) as sum from public.settlements s
                           left join public.settlement_arrivals a on a.settlement_id = s.id
                           left join public.bank_statement_lines b on b.id = a.line_id
                          where s.state = 'booked' and s.created_at < d.ends and coalesce(b.day > d.day, true)) n on true)
  select coalesce(jsonb_agg(to_jsonb(k) order by k.day desc), '[]')
    from (select c.*, c.difference - lag(c.difference) over (order by c.day) as changed from compared c order by c.day desc limit 60) k;
$$;

grant execute on function public.announced_settlements, public.confirm_arrival, public.undo_arrival, public.bank_days to service_role;
