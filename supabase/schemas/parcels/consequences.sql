-- What follows when a parcel changes, in this order: before it is written, and after it is. Each line names a function of the noun that it
-- concerns. Whatever one of them refuses takes the whole change back.

-- Before a parcel is written.
create function shop.before_shipment_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.packing_cost := shop.packing_cost();
    return shop.copy_order_number(new);
  end if;
  new.packing_cost := old.packing_cost;
  if (new.order_id, new.order_number) <> (old.order_id, old.order_number) then new := shop.copy_order_number(new); end if;
  if not shop.is_back(new.status) then new.sent_again_at := null; end if;
  if shop.is_over(new.status) and new.status <> old.status then perform shop.fix_sums(old, new); end if;
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$$;

create trigger shipments_before before insert or update on public.shipments for each row execute function shop.before_shipment_change();

-- Whether somebody sends a parcel, or says another courier or number. What counting does with it is no decision of its own.
create function shop.is_sent_by_hand(old public.shipments, new public.shipments) returns boolean
language sql stable
return (old.carrier, old.tracking_number, old.status, old.archived_at) is distinct from (new.carrier, new.tracking_number,
  new.status, new.archived_at)
   and coalesce(current_setting('shop.receives', true), '') <> 'on';

-- After a parcel was added.
create function shop.after_shipment_added(new public.shipments) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.earn_anew(array[new.order_id]);
  if not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(null, new);
  perform shop.need_right('send_parcels');
  perform shop.note_courier_parcel(new);
  perform shop.follow_parcels(new);
  if not shop.is_back(new.status) then perform shop.replace_parcels(new); end if;
  if shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  perform shop.end_proof(new.order_id);
  if new.tracking_number <> '' then perform shop.store_order_words(new.order_id); end if;
  if shop.has_left(new.status) then perform shop.note_parcel_news(new); end if;
  perform shop.count_returned(new.order_id);
end;
$$;

-- After a parcel was changed.
create function shop.after_shipment_changed(old public.shipments, new public.shipments) returns void
language plpgsql set search_path = ''
as $$
declare
  moves constant boolean := new.status <> old.status;
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
begin
  perform shop.earn_anew(array[old.order_id, new.order_id]);
  if (moves or new.order_id <> old.order_id) and not shop.is_back(new.status) then perform shop.check_dispatch_gate(new.order_id); end if;
  perform shop.log_parcel_change(old, new);
  if shop.is_sent_by_hand(old, new) then perform shop.need_right('send_parcels'); end if;
  if old.received_at is null and new.received_at is not null then perform shop.need_right('receive_returns'); end if;
  if moves or new.carrier <> old.carrier or new.archived_at is distinct from old.archived_at then
    perform shop.note_courier_parcel(new);
  end if;
  if moves and (shop.is_over(old.status) or shop.is_over(new.status)) then perform shop.follow_parcel_sum(new); end if;
  if comes_or_goes then perform shop.follow_parcels(new); end if;
  if new.order_id <> old.order_id then
    perform shop.follow_lines(array_agg(l)) from public.settlement_lines l where l.shipment_id = new.id having count(*) > 0;
  end if;
  if moves and shop.has_left(new.status) then perform shop.check_photo(new.order_id); end if;
  if moves and shop.is_back(new.status) and new.archived_at is null then perform shop.push_parcel(new); end if;
  if comes_or_goes or old.tracking_number <> new.tracking_number then perform shop.store_order_words(new.order_id); end if;
  if moves then perform shop.note_parcel_news(new); end if;
  if comes_or_goes or shop.is_back(old.status) <> shop.is_back(new.status) or (old.received_at is null) <> (new.received_at is null) then
    perform shop.count_returned(new.order_id);
  end if;
  if new.order_id <> old.order_id then perform shop.count_returned(l) from unnest(array[old.order_id, new.order_id]) l; end if;
end;
$$;

create function shop.after_shipment_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then perform shop.after_shipment_added(new);
    else perform shop.after_shipment_changed(old, new);
  end case;
  return null;
end;
$$;

create trigger shipments_after after insert or update on public.shipments for each row execute function shop.after_shipment_change();

-- What must hold of the sums of parcels when the transaction ends.
create function shop.check_parcel_sum_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_sums(coalesce(new.order_id, old.order_id));
  return null;
end;
$$;

create constraint trigger parcel_sums_at_end after insert or update or delete on shop.parcel_sums deferrable initially deferred
  for each row execute function shop.check_parcel_sum_at_end();

-- Before a booking is changed.
create function shop.before_booking_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.guard_booking(old, new);
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$$;

create trigger courier_bookings_before before update on public.courier_bookings for each row execute function shop.before_booking_change();

-- After lines of couriers' files were added or stand no more: at once, since a file has thousands of them.
create function shop.after_settlement_lines_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_settled(c.settlement_id) from (select distinct l.settlement_id from changed_lines l) c;
  perform shop.follow_lines(array_agg(c::public.settlement_lines)) from changed_lines c having count(*) > 0;
  perform shop.earn_anew(array(select s.order_id from changed_lines l join public.shipments s on s.id = l.shipment_id));
  return null;
end;
$$;

create trigger settlement_lines_added after insert on public.settlement_lines referencing new table as changed_lines
  for each statement execute function shop.after_settlement_lines_change();

create trigger settlement_lines_changed after update on public.settlement_lines referencing new table as changed_lines
  for each statement execute function shop.after_settlement_lines_change();

-- After a courier's taxes were written: which of those in its files are spent is told anew.
create function shop.after_courier_taxes_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.earn_anew(array(
    select s.order_id
      from changed_taxes t
      join public.settlement_lines l on l.courier_id = t.courier_id and l.is_standing and l.day >= t.valid_from
      join public.shipments s on s.id = l.shipment_id));
  return null;
end;
$$;

create trigger courier_taxes_added after insert on public.courier_taxes referencing new table as changed_taxes
  for each statement execute function shop.after_courier_taxes_change();

create trigger courier_taxes_removed after delete on public.courier_taxes referencing old table as changed_taxes
  for each statement execute function shop.after_courier_taxes_change();

-- After a courier was asked for what it owes, or that was settled.
create function shop.after_dispute_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.require_dispute(new);
  perform shop.need_right('verify_payments');
  perform shop.note_dispute(new);
  return null;
end;
$$;

create trigger courier_disputes_after after insert or update on public.courier_disputes
  for each row execute function shop.after_dispute_change();

-- After the rules of packing changed.
create function shop.after_packing_rules_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then perform shop.need_right('change_settings'); end if;
  perform shop.write_audit(shop.acting(), 'settings', null, 'packing rules', to_jsonb(old) - 'updated_at', to_jsonb(new) - 'updated_at');
  return null;
end;
$$;

create trigger packing_rules_after after insert or update or delete on public.packing_rules
  for each row execute function shop.after_packing_rules_change();
