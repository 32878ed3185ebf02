-- Couriers' files of money are checked, booked and undone.

-- Why a file cannot be booked as a whole. Takes the courier, {fileName, fileHash, reference, parcels, sum} as people typed it, what
-- `shop.judged_rows` returns as JSON, and the sums of the rows.
create function shop.file_complaints(courier_id text, file jsonb, lines jsonb, sums jsonb) returns text[]
language sql stable set search_path = ''
as $$
  select array_remove(array[
    (select format('This file was booked on %s already, as %s of %s', to_char(shop.day_of(s.created_at), 'FMDD Mon YYYY'), s.reference,
                   c.name)
       from public.settlements s join public.couriers c on c.id = s.courier_id
      where s.state = 'booked' and s.file_hash = file ->> 'fileHash'),
    (select format('%s of %s was booked on %s already, from the file %s', s.reference, c.name,
                   to_char(shop.day_of(s.created_at), 'FMDD Mon YYYY'), s.file_name)
       from public.settlements s join public.couriers c on c.id = s.courier_id
      where s.state = 'booked' and s.courier_id = file_complaints.courier_id and s.file_hash <> file ->> 'fileHash'
        and upper(s.reference) = upper(file ->> 'reference')),
    case when (file ->> 'parcels')::integer <> (sums ->> 'parcels')::integer
         then format('You entered %s parcels, but the file has %s', file ->> 'parcels', sums ->> 'parcels') end,
    case when (file ->> 'sum')::numeric <> (sums ->> 'net')::numeric
         then format('You entered Rs. %s, but the rows come to Rs. %s', shop.paisa_text((file ->> 'sum')::numeric),
                     shop.paisa_text((sums ->> 'net')::numeric)) end,
    case when not jsonb_path_exists(lines, '$[*] ? (@.result != "repeated")')
         then 'Every row of this file was settled before' end], null);
$$;

-- What booking a file does, or why it cannot be. Takes what `book_settlement` does. Returns {lines: [`shop.judged_rows`], sums: {parcels,
-- cod, charges, gst, income_tax, sales_tax, other, net}, refusals: [text]}.
create function shop.read_settlement(courier_id text, file jsonb, rows jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with judged as materialized (select to_jsonb(j) as json, j.* from shop.judged_rows(read_settlement.courier_id, rows) j),
  whole as materialized (
    select jsonb_agg(j.json) as lines,
           jsonb_build_object(
             'parcels', count(*) filter (where j.outcome <> 'charge'),
             'cod', coalesce(sum(j.cod) filter (where j.outcome = 'delivered'), 0),
             'charges', sum(j.shipping), 'gst', sum(j.gst), 'income_tax', sum(j.income_tax), 'sales_tax', sum(j.sales_tax),
             'other', sum(j.other_charges), 'net', sum(j.net)) as sums
      from judged j)
  select jsonb_build_object('lines', w.lines, 'sums', w.sums, 'refusals',
                            to_jsonb(shop.file_complaints(read_settlement.courier_id, file, w.lines, w.sums)
                                     || shop.row_complaints(w.lines)))
    from whole w;
$$;

-- Refuses 404 `courier_not_found`. Takes a courier's id.
create function shop.require_courier(courier_id text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (select from public.couriers c where c.id = require_courier.courier_id) then
    perform shop.refuse('courier_not_found');
  end if;
end;
$$;

-- Says what booking a file would do, and writes nothing. Takes what `book_settlement` does. Returns what `shop.read_settlement` does, each
-- line as `shop.settlement_line_json`. Refuses 404 `courier_not_found`.
create function public.check_settlement(courier_id text, file jsonb, rows jsonb) returns jsonb
-- A file of thousands may take longer than a request usually does; PostgREST reads this before it calls.
language plpgsql stable set search_path = '' set statement_timeout = '60s'
as $$
declare
  checked jsonb;
begin
  perform shop.require_courier(courier_id);
  checked := shop.read_settlement(courier_id, file, rows);
  return checked || jsonb_build_object('lines', (
    select jsonb_agg(shop.settlement_line_json(l.line, l.line ->> 'shipment_number', l.line ->> 'order_number') order by l.place)
      from jsonb_array_elements(checked -> 'lines') with ordinality l (line, place)));
end;
$$;

-- Moves what a booked file says, in one payment for each account, and adds its lines. Takes the file and what `shop.read_settlement`
-- returns. The payments come first: the lines are compared with them at once.
create function shop.settle(booked public.settlements, judged jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.payments (kind, method, from_account, to_account, amount, courier_id, settlement_id, reference, actor)
  select 'settled', m.method, m.source, m.target, m.amount, booked.courier_id, booked.id, booked.reference, booked.booked_by
    from jsonb_to_record(judged -> 'sums') as s (charges numeric, gst numeric, other numeric, income_tax numeric, sales_tax numeric,
                                                 net numeric)
   cross join lateral (values
     ('bank_transfer'::shop.payment_method, 'courier'::shop.ledger_account, 'bank'::shop.ledger_account, s.net),
     ('bank_transfer', 'bank', 'courier', - s.net),
     ('cash', 'courier', 'charges', s.charges + s.gst + s.other),
     ('cash', 'courier', 'tax_withheld', s.income_tax + s.sales_tax)) m (method, source, target, amount)
   where m.amount > 0;
  insert into public.settlement_lines (settlement_id, courier_id, line, tracking_number, order_reference, outcome, cod, shipping, gst,
                                       income_tax, sales_tax, other_charges, net, day, shipment_id, result, owed, expected_charge,
                                       expected_tax)
  select booked.id, booked.courier_id, l.line, l.tracking_number, l.order_reference, l.outcome, l.cod, l.shipping, l.gst, l.income_tax,
         l.sales_tax, l.other_charges, l.net, l.day, l.shipment_id, l.result, l.owed, l.expected_charge, l.expected_tax
    from jsonb_populate_recordset(null::public.settlement_lines, judged -> 'lines') l;
end;
$$;

-- Books a courier's file, all or nothing; of two people who book the same one, one does. Takes the courier, {fileName, fileHash, reference,
-- parcels, sum: what people read in the portal or at the bank}, the rows as `shop.judged_rows` takes them, the staff member, and the key it
-- was sent with or null (repeating it books nothing more). Returns `shop.settlement_json`. Refuses 404 `courier_not_found`, 409
-- `settlement_refused` {refusals}, 422 `idempotency_mismatch`.
create function public.book_settlement(courier_id text, file jsonb, rows jsonb, actor uuid, idempotency_key text default null) returns jsonb
-- A file of thousands may take longer than a request usually does; PostgREST reads this before it calls.
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  sent_as constant text := md5(jsonb_build_array(courier_id, file, rows)::text);
  judged jsonb;
  booked public.settlements;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform shop.require_courier(courier_id);
  -- One file after the other: what each parcel still owes is another sum after each.
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into booked from public.settlements s where s.idempotency_key = book_settlement.idempotency_key;
  if booked.fingerprint = sent_as then
    return shop.settlement_json(booked);
  elsif booked.id is not null then
    perform shop.refuse('idempotency_mismatch', null, '{"of": "settlement"}');
  end if;
  judged := shop.read_settlement(courier_id, file, rows);
  if judged -> 'refusals' <> '[]' then
    perform shop.refuse('settlement_refused', jsonb_build_object('refusals', judged -> 'refusals'));
  end if;
  insert into public.settlements (courier_id, file_name, file_hash, reference, control_parcels, control_sum, idempotency_key, fingerprint,
                                  booked_by)
  values (courier_id, file ->> 'fileName', file ->> 'fileHash', file ->> 'reference', (file ->> 'parcels')::integer,
          (file ->> 'sum')::numeric, book_settlement.idempotency_key,
          case when book_settlement.idempotency_key is not null then sent_as end, actor)
  returning * into booked;
  perform shop.settle(booked, judged);
  perform shop.forget_settled(booked.id);
  return shop.settlement_json(booked);
end;
$$;

-- What stands on a booked file, in words; null for nothing: another file that settled the same number again, cash that was written off
-- since, what the courier paid back of what it kept, or that it arrived in the bank. Takes its id.
create function shop.built_on_settlement(settlement_id text) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (select format('%s settled %s again', s.reference, a.tracking_number)
       from public.settlement_lines l
       join public.settlement_lines a on a.courier_id = l.courier_id and a.tracking_number = l.tracking_number and a.outcome = l.outcome
        and a.is_standing and a.result = 'repeated' and a.settlement_id <> l.settlement_id
       join public.settlements s on s.id = a.settlement_id
      where l.settlement_id = built_on_settlement.settlement_id and l.is_standing and l.result <> 'repeated' and l.tracking_number <> ''
      order by s.created_at, a.line limit 1),
    (select format('What was missing of %s was written off', l.tracking_number)
       from public.settlement_lines l
       join public.shipments s on s.id = l.shipment_id
       join public.payments p on p.order_id = s.order_id and p.reference = s.shipment_number and p.kind = 'short_paid'
        and p.reverses is null and not exists (select from public.payments r where r.reverses = p.id)
      where l.settlement_id = built_on_settlement.settlement_id and l.is_standing order by l.line limit 1),
    (select format('What it kept too much of %s was paid back', l.tracking_number)
       from public.settlement_lines l join public.courier_disputes d on d.line_id = l.id
      where l.settlement_id = built_on_settlement.settlement_id and d.ended = 'paid' and shop.is_ended(d) order by l.line limit 1),
    (select format('It arrived in the bank on %s', to_char(b.day, 'FMDD Mon YYYY'))
       from public.settlement_arrivals a join public.bank_statement_lines b on b.id = a.line_id
      where a.settlement_id = built_on_settlement.settlement_id));
$$;

-- Undoes a booked file: what it moved is taken back, and its lines stand no more. Takes its id, why, and the staff member. Returns
-- `shop.settlement_json`. Refuses 404 `settlement_not_found`, 409 `settlement_undone`, `settlement_built_on` {why} for one on which
-- something stands.
create function public.undo_settlement(settlement_id text, reason text, actor uuid) returns jsonb
-- A file of thousands may take longer than a request usually does; PostgREST reads this before it calls.
language plpgsql set search_path = '' set statement_timeout = '60s'
as $$
declare
  undone public.settlements;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  select * into undone from public.settlements s where s.id = undo_settlement.settlement_id;
  if not found then
    perform shop.refuse('settlement_not_found');
  elsif undone.state = 'undone' then
    perform shop.refuse('settlement_undone');
  elsif shop.built_on_settlement(undone.id) is not null then
    perform shop.refuse('settlement_built_on', null, jsonb_build_object('why', shop.built_on_settlement(undone.id)));
  end if;
  perform shop.take_back(p, undo_settlement.reason) from public.payments p where p.settlement_id = undone.id order by p.sequence;
  update public.settlements s set state = 'undone', undone_by = actor, undone_at = clock_timestamp(), undo_reason = reason
   where s.id = undone.id returning * into undone;
  update public.settlement_lines l set is_standing = false where l.settlement_id = undone.id;
  return shop.settlement_json(undone);
end;
$$;

-- Writes off what a courier never paid of a parcel's cash, as the shop accepts it. Takes the parcel, why, and the staff member. Returns the
-- payment as `shop.payment_json`. Refuses 404 `shipment_not_found`, 409 `nothing_owed` where no courier has anything of it.
create function public.write_off_shortfall(shipment_id text, reason text, actor uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  parcel public.shipments;
  held record;
  booked public.payments;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  -- Before the order: whoever books a file waits for its parcels while it has this.
  perform pg_advisory_xact_lock(hashtextextended('settlements', 0));
  parcel := shop.lock_shipment(shipment_id);
  select h.courier_id, h.amount as owed into held
    from shop.held_by_couriers h
   where h.order_id = parcel.order_id and h.number = parcel.shipment_number and h.courier_id is not null and h.amount > 0
   order by h.amount desc limit 1;
  if not found then
    perform shop.refuse('nothing_owed', null, jsonb_build_object('number', parcel.shipment_number));
  end if;
  insert into public.payments (kind, method, from_account, to_account, amount, order_id, courier_id, reference, reason, actor)
  values ('short_paid', 'cash', 'courier', 'written_off', held.owed, parcel.order_id, held.courier_id, parcel.shipment_number,
          write_off_shortfall.reason, write_off_shortfall.actor)
  returning * into booked;
  perform shop.log_order_event(parcel.order_id, 'payment', 'short_paid', null,
                               jsonb_build_object('amount', booked.amount, 'reference', parcel.shipment_number), booked.reason);
  return shop.payment_json(booked);
end;
$$;

-- Remembers which column of a courier's files of money holds what. Takes the courier, the mapping, the staff member, and the version that
-- they saw (null: any). Returns the courier as `shop.courier_json`. Refuses 404 `courier_not_found`, 409 `edited_meanwhile`.
create function public.save_settlement_mapping(courier_id text, mapping jsonb, actor uuid, expected_version timestamptz default null)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  saved public.couriers;
begin
  perform shop.act_as(actor);
  perform shop.assert_may(actor, 'verify_payments');
  perform shop.require_courier(courier_id);
  select * into saved from public.couriers c where c.id = save_settlement_mapping.courier_id for no key update;
  perform shop.check_version(saved.updated_at, expected_version);
  update public.couriers c set settlement_mapping = mapping where c.id = saved.id returning * into saved;
  return shop.courier_json(saved);
end;
$$;

grant execute on function public.check_settlement, public.book_settlement, public.undo_settlement, public.write_off_shortfall,
  public.save_settlement_mapping to service_role;
