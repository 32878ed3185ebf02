-- What of the shop's tables the audit log notes, how it is read, and what each of the staff has done: orders confirmed and what became of
-- them, parcels packed. Shoppers never pay for it: a trigger that their orders reach asks first, in its `when`, for what only staff do.

-- Trigger: an event of an order that somebody on the staff caused.
create function shop.note_order_event() returns trigger
language plpgsql set search_path = ''
as $$
declare
  number constant text := 'order ' || (select o.order_number from public.orders o where o.id = new.order_id);
begin
  perform shop.add_to_audit_log(new.actor,
    case when new.kind::text in ('parcel', 'payment', 'message') then new.kind::text else 'order' end::shop.activity_kind, new.order_id,
    case new.kind when 'parcel' then format('parcel %s of %s', new.subject, number) when 'payment' then 'payment of '
         || number else number end,
    '{}', '{}', new.id);
  return null;
end;
$$;

create trigger order_events_noted after insert on public.order_events
  for each row when (new.actor is not null and new.kind <> 'mail') execute function shop.note_order_event();

-- Pieces that moved by a hand, or from a supplier. What orders take and give back is an event of theirs.
create function shop.note_stock(new public.stock_history) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(new.actor, 'stock', new.product_id, (select p.name from public.products p where p.id = new.product_id),
    jsonb_build_object('stock', new.previous_stock),
    jsonb_strip_nulls(jsonb_build_object('stock', new.new_stock, 'transaction_type', new.transaction_type,
                                         'reference_number', new.reference_number,
                                         'notes', nullif(new.notes, ''))));
end;
$$;

-- Store credit that is given without an order.
create function shop.note_credit(new public.payments) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(new.actor, 'payment', new.customer_id,
    'store credit of ' || coalesce((select c.name from public.customers c where c.id = new.customer_id), 'a customer'), null,
    jsonb_build_object('kind', new.kind, 'amount', case when new.reverses is null then new.amount else - new.amount end,
                       'reason', new.reason));
end;
$$;

-- What was paid to a supplier, or taken back of that.
create function shop.note_supplier_payment(new public.payments) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(new.actor, 'payment', new.supplier_id,
    'supplier ' || (select s.name from public.suppliers s where s.id = new.supplier_id), null,
    jsonb_strip_nulls(jsonb_build_object('kind', new.kind, 'amount', case when new.reverses is null then new.amount else - new.amount end,
                                         'method', new.method, 'reference', nullif(new.reference, ''), 'reason', nullif(new.reason, ''))));
end;
$$;

-- What was spent, or taken back of that.
create function shop.note_expense(new public.payments) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(new.actor, 'payment', new.id, replace(new.expense::text, '_', ' '), null,
    jsonb_strip_nulls(jsonb_build_object('kind', new.kind, 'amount', shop.signed_amount(new), 'spent_on', new.spent_on,
                                         'advertises', new.advertises, 'method', new.method, 'reference', nullif(new.reference, ''),
                                         'reason', nullif(new.reason, ''))));
end;
$$;

-- A courier's file that was booked or undone.
create function shop.note_settlement(new public.settlements) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(coalesce(new.undone_by, new.booked_by), 'payment', new.id,
    'settlement ' || new.reference || ' of ' || (select c.name from public.couriers c where c.id = new.courier_id), null,
    jsonb_strip_nulls(jsonb_build_object('state', new.state, 'parcels', new.control_parcels, 'amount', new.control_sum,
                                         'reason', nullif(new.undo_reason, ''))));
end;
$$;

-- A courier that was asked for what it owes of a parcel, or a dispute that was settled.
create function shop.note_dispute(new public.courier_disputes) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'payment', new.id,
    (select s.shipment_number from public.shipments s where s.id = new.shipment_id) || ' with '
      || (select c.name from public.couriers c where c.id = new.courier_id), null,
    jsonb_strip_nulls(jsonb_build_object('about', new.about, 'amount', new.amount, 'state', coalesce(new.ended::text, 'asked'),
                                         'reason', nullif(new.reason, ''))));
end;
$$;

-- That a courier's file arrived in the bank, or that this was taken back.
create function shop.note_arrival(arrival public.settlement_arrivals, has_come boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.write_audit(shop.acting(), 'payment', s.id, 'settlement ' || s.reference || ' of ' || c.name, null,
    jsonb_build_object('state', case when has_come then 'in_bank' else 'announced' end, 'amount', s.control_sum))
    from public.settlements s join public.couriers c on c.id = s.courier_id where s.id = arrival.settlement_id;
end;
$$;

-- A page of the activity, the latest first. Takes who looks (null: the command line), and what is looked for, each null for all: whose, of
-- which kind, at which record, from and to which day in Pakistan. Whoever may not see everybody's sees their own, and of it no more than
-- their role shows elsewhere. Returns {items, total}. Refuses 403 `owner_only`.
create function public.list_activity(viewer uuid, person uuid, kind shop.activity_kind, record text, from_day date, to_day date,
                                     page_offset integer, page_limit integer)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  sees_all constant boolean := shop.may(viewer, 'see_activity');
  sees_names constant boolean := shop.may(viewer, 'see_names');
  sees_orders constant boolean := sees_names and shop.may(viewer, 'see_contacts') and shop.may(viewer, 'see_sums');
  from_time constant timestamptz := shop.start_of_day(from_day);
  to_time constant timestamptz := shop.start_of_day(to_day + 1);
begin
  if person is distinct from viewer then
    perform shop.assert_may(viewer, 'see_activity');
  end if;
  return jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object(
               'id', a.id, 'created_at', a.created_at, 'actor_name', a.actor_name, 'role', a.role, 'operation', a.operation,
               'request_id', a.request_id, 
               'event', case when seen.before and e.id is not null then jsonb_build_object('kind', e.kind, 'subject', e.subject) end,
               'session_id', a.session_id, 'user_agent', a.user_agent, 'kind', a.kind, 'record_id', a.record_id, 'is_refused', a.is_refused,
               'subject', case when sees_all or sees_names or a.kind not in ('customer', 'message')
                               and (a.kind <> 'payment' or a.event_id is not null) then a.subject
                               else case a.kind when 'customer' then 'a customer' when 'message' then 'a message'
                                         else 'store credit' end end,
               'before', case when seen.before then shop.without_secrets(coalesce(e.before, a.before)) else '{}' end,
               'after', case when seen.before
                             then shop.without_secrets(coalesce(e.after, a.after)
                                                       || case when e.note <> '' then jsonb_build_object('note', e.note) else '{}' end)
                             else '{}' end)
               order by a.created_at desc, a.id desc), '[]')
        from (select l.* from public.audit_log l
               where (person is null or l.actor = person) and (list_activity.kind is null or l.kind = list_activity.kind)
                 and (record is null or l.record_id = record) and (from_time is null or l.created_at >= from_time)
                 and (to_time is null or l.created_at < to_time)
               order by l.created_at desc, l.id desc limit page_limit offset page_offset) a
        left join public.order_events e on e.id = a.event_id
       cross join lateral (select sees_all
                                  or a.kind in ('product', 'price', 'stock', 'review', 'discount_code', 'session')
                                  or sees_orders and a.kind not in ('bank_account', 'staff', 'role', 'settings', 'purchase')
                                  as before) seen),
    'total', (
      select count(*) from public.audit_log l
       where (person is null or l.actor = person) and (list_activity.kind is null or l.kind = list_activity.kind)
         and (record is null or l.record_id = record) and (from_time is null or l.created_at >= from_time)
         and (to_time is null or l.created_at < to_time)));
end;
$$;

-- What the staff did in a period: [{id, username, confirmed, delivered, returned, parcels, pieces}], by user name. `confirmed` counts
-- orders that somebody on the staff confirmed then, and `delivered` and `returned` what has become of those; `parcels` those that they
-- packed then, and `pieces` what they put in. Who packed is who scanned the pieces; where nobody did, who wrote the parcel down. Takes who
-- looks (null: the command line), of whom (null: of all), and the first and last day in Pakistan, by default the last 30. Refuses 403
-- `owner_only` for others' figures.
create function public.staff_figures(viewer uuid, person uuid, from_day date, to_day date) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  last_day constant date := coalesce(to_day, shop.day_of(now()));
  from_time constant timestamptz := shop.start_of_day(coalesce(from_day, last_day - 29));
  to_time constant timestamptz := shop.start_of_day(last_day + 1);
begin
  if person is distinct from viewer then
    perform shop.assert_may(viewer, 'see_activity');
  end if;
  return (
    with confirmed as (
      select distinct c.actor, c.order_id from public.confirmation_attempts c
       where c.actor is not null and (person is null or c.actor = person) and c.outcome = 'confirmed' and c.created_at >= from_time
         and c.created_at < to_time
    ), outcomes as (
      select c.actor, count(*) as confirmed, count(*) filter (where shop.has_arrived(o)) as delivered,
             count(*) filter (where shop.is_returned(o)) as returned
        from confirmed c
        join public.orders o on o.id = c.order_id
       group by c.actor
    ), packed as (
      select distinct e.actor, s.id, s.order_id
        from public.order_events e
        join public.shipments s on s.order_id = e.order_id and s.shipment_number = e.subject and s.archived_at is null
       where e.kind = 'parcel' and e.before is null and e.actor is not null and (person is null or e.actor = person)
         and e.created_at >= from_time and e.created_at < to_time
         and not exists (select from public.packed_pieces l where l.order_id = e.order_id)
    ), scanned as (
      select r.actor, r.order_id, sum(r.counted) as pieces
        from (select distinct l.order_id from public.packed_pieces l
               where l.actor is not null and (person is null or l.actor = person) and l.packed_at >= from_time and l.packed_at < to_time) d
       cross join lateral (select * from shop.packed_rows p where p.order_id = d.order_id) r
       where r.actor is not null and (person is null or r.actor = person) and r.packed_at >= from_time and r.packed_at < to_time
       group by r.actor, r.order_id having sum(r.counted) > 0
    ), parcels as (
      select p.actor, count(*) as parcels
        from (select actor, id from packed union all select actor, order_id from scanned) p group by p.actor
    ), pieces as (
      select p.actor, sum(p.pieces) as pieces
        from (select d.actor, i.quantity as pieces from (select distinct actor, order_id from packed) d
              join public.order_items i on i.order_id = d.order_id
              union all select actor, pieces from scanned) p group by p.actor
    )
    select coalesce(jsonb_agg(jsonb_build_object(
             'id', m.id, 'username', m.username, 'confirmed', coalesce(o.confirmed, 0), 'delivered', coalesce(o.delivered, 0),
             'returned', coalesce(o.returned, 0), 'parcels', coalesce(p.parcels, 0), 'pieces', coalesce(i.pieces, 0)) order by m.username),
             '[]')
      from public.staff m
      left join outcomes o on o.actor = m.id left join parcels p on p.actor = m.id left join pieces i on i.actor = m.id
     where case when person is null then m.is_active or o.actor is not null or p.actor is not null else m.id = person end);
end;
$$;

grant execute on function public.list_activity, public.staff_figures to service_role;
