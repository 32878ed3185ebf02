-- What follows when an order changes, in this order: before it is written, after it is, and what must hold when the transaction ends. Each
-- line names a function of the noun that it concerns. Whatever one of them refuses takes the whole change back.

-- Before an order is written.
create function shop.before_order_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.terms = '{}' then new.terms := shop.shown_terms(new); end if;
    if new.status = 'delivered' then new := shop.collect_at_door(null, new); end if;
    new.has_arrived := new.status = 'delivered';
    return shop.give_order_its_customer(null, new);
  end if;

  if new.status <> old.status then new := shop.collect_at_door(old, new); end if;
  new.has_arrived := new.status = 'delivered' or old.has_arrived and new.status = 'cancelled';
  if (new.customer_phone, new.customer_id) <> (old.customer_phone, old.customer_id) then
    new := shop.give_order_its_customer(old, new);
  end if;
  if old.merged_into is not null and new.status <> old.status then perform shop.keep_merged_cancelled(old); end if;
  if new.tax_percent <> old.tax_percent then perform shop.keep_tax_percent(old); end if;
  -- What went back before is no goodwill where nothing was collected after all.
  if old.collected > 0 and new.collected = 0 then new.goodwill := 0; end if;
  -- One that goes on awaits no proof any more.
  new.awaits_proof := new.awaits_proof and new.status = 'pending';
  new.updated_at := shop.next_version(old.updated_at);
  return new;
end;
$$;

create trigger orders_before before insert or update on public.orders for each row execute function shop.before_order_change();

-- Whether an order is sold: neither cancelled nor deleted.
create function shop.is_sold(an_order public.orders) returns boolean
language sql immutable
return an_order.status <> 'cancelled' and an_order.archived_at is null;

-- Whether somebody cancels an order, takes it up again or deletes it. What a merge and counting do with it is no decision of its own.
create function shop.is_cancelled_by_hand(old public.orders, new public.orders) returns boolean
language sql stable
return (old.status = 'cancelled') <> (new.status = 'cancelled') and new.merged_into is null
  and coalesce(current_setting('shop.receives', true), '') <> 'on'
    or old.archived_at is null and new.archived_at is not null;

-- Whether contact, address, notes, tags or what an order costs are corrected.
create function shop.is_corrected(old public.orders, new public.orders) returns boolean
language sql immutable
return (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.customer_address, old.city,
        old.recipient_name, old.recipient_phone, old.is_gift, old.gift_note, old.hides_prices,
        old.zip_code, old.country, old.notes,
        old.tags, old.subtotal, old.shipping)
  is distinct from (new.customer_name, new.customer_email, new.customer_phone, new.second_phone, new.customer_address, new.city,
                    new.recipient_name, new.recipient_phone, new.is_gift, new.gift_note, new.hides_prices,
                    new.zip_code, new.country,
                    new.notes, new.tags, new.subtotal, new.shipping);

-- What was promised to be taken off an order, beside its code. Takes its row.
create function shop.promised_off(an_order public.orders) returns numeric
language sql immutable
return coalesce((an_order.terms #>> '{off,amount}')::numeric, 0);

-- Whether staff take something off an order, or more than before. What is rounded, or was promised before, is nothing new.
create function shop.is_discounted(old public.orders, new public.orders) returns boolean
language sql stable
return coalesce(current_setting('shop.merges_orders', true), '') <> 'on'
  and (shop.promised_off(new) > shop.promised_off(old)
       or new.discount_reason is not null and new.discount + new.delivery_discount >= shop.promised_off(new) + 1);

-- Whether an order is found by other words than before.
create function shop.is_found_elsewhere(old public.orders, new public.orders) returns boolean
language sql immutable
return (old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.recipient_name, old.recipient_phone,
        old.created_at, old.archived_at is null)
  is distinct from (new.customer_name, new.customer_email, new.customer_phone, new.second_phone, new.recipient_name, new.recipient_phone,
                    new.created_at, new.archived_at is null);

-- The audit log notes an order that staff wrote down.
create function shop.note_order_by_staff(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.note_row(null, to_jsonb(new), 'order', 'id', 'order', 'order_number', '',
                        'source,status,total_amount,discount,discount_reason');
end;
$$;

-- After an order was placed.
create function shop.after_order_placed(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.earn_anew(array[new.id]);
  if new.collected <> 0 then perform shop.book_collected(null, new); end if;
  perform shop.begin_confirmation(new);
  perform shop.count_order(null, new);
  if shop.has_shipped(new.status) then perform shop.check_dispatch_gate(new.id); end if;
  if shop.is_discounted(null, new) and coalesce(current_setting('shop.makes_exchange', true), '') <> 'on' then
    perform shop.need_right('discount_orders');
  end if;
  if new.placed_by is not null then perform shop.need_right('place_orders'); end if;
  if new.shopper_id is not null then perform shop.note_used_address(new); end if;
  if new.placed_by is not null then perform shop.note_order_by_staff(new); end if;
  if new.status = 'delivered' then perform shop.promise_returns(new); end if;
  if new.source = 'website' and new.archived_at is null and new.status = 'pending' then perform shop.push_new_order(new); end if;
end;
$$;

-- After an order was changed.
create function shop.after_order_changed(old public.orders, new public.orders) returns void
language plpgsql set search_path = ''
as $$
declare
  moves constant boolean := new.status <> old.status;
  arrives constant boolean := moves and new.status = 'delivered';
  comes_or_goes constant boolean := (old.archived_at is null) <> (new.archived_at is null);
  is_given_up constant boolean := moves and new.status = 'cancelled' or old.archived_at is null and new.archived_at is not null;
  is_due_anew constant boolean := moves or old.due_on_delivery <> new.due_on_delivery;
  is_sold_else constant boolean := shop.is_sold(old) <> shop.is_sold(new);
  is_wish constant boolean := new.cancellation_asked_at is not null
    and new.cancellation_asked_at is distinct from old.cancellation_asked_at;
begin
  perform shop.earn_anew(array[new.id]);
  if is_due_anew or comes_or_goes or old.advance_verified <> new.advance_verified then perform shop.follow_advance(new.id); end if;
  if new.collected <> old.collected then perform shop.book_collected(old, new); end if;
  if moves or comes_or_goes or old.customer_phone <> new.customer_phone then perform shop.follow_order(old, new); end if;
  if arrives then perform shop.note_delivery(new); end if;
  if moves and shop.has_shipped(new.status) then perform shop.check_dispatch_gate(new.id); end if;
  if shop.is_open(old.status) <> shop.is_open(new.status) then perform shop.keep_packed_photos(new); end if;
  -- That a parcel's cash is booked, its own event says.
  if moves or new.collected = old.collected then perform shop.log_order_change(old, new); end if;
  if shop.is_cancelled_by_hand(old, new) then perform shop.need_right('cancel_orders'); end if;
  if shop.is_corrected(old, new) then perform shop.need_right('confirm_orders'); end if;
  if shop.is_discounted(old, new) then perform shop.need_right('discount_orders'); end if;
  if moves and new.status in ('shipped', 'delivered') then perform shop.need_right('send_parcels'); end if;
  if is_due_anew then perform shop.align_sums(new); end if;
  if shop.has_shipped(new.status) and not shop.has_shipped(old.status) then perform shop.check_photo(new.id); end if;
  if shop.has_shipped(new.status) and not shop.has_shipped(old.status) then perform shop.keep_costs(new.id); end if;
  if shop.is_unshipped(new.status) and not shop.is_unshipped(old.status) then perform shop.forget_costs(new.id); end if;
  if arrives then perform shop.promise_returns(new); end if;
  if old.awaits_proof and not new.awaits_proof and new.status <> 'cancelled' then perform shop.take_proven_pieces(new); end if;
  if new.pieces_added_at is distinct from old.pieces_added_at then perform shop.push_added_pieces(new); end if;
  if is_wish then perform shop.push_cancellation_wish(new); end if;
  if moves or (old.total_amount, old.created_at, old.archived_at) is distinct from (new.total_amount, new.created_at, new.archived_at) then
    perform shop.count_order(old, new);
  end if;
  if is_sold_else and new.discount_code is not null then perform shop.release_code(old, new); end if;
  if is_given_up and new.credit_used > 0 and shop.returns_credit(old) then perform shop.return_credit(new); end if;
  if is_sold_else or new.created_at <> old.created_at then perform shop.update_sold_lines(new); end if;
  if moves and 'delivered' in (old.status, new.status) then perform shop.count_returned(new.id); end if;
  if is_given_up then perform shop.undo_exchange(old, new); end if;
  if shop.is_found_elsewhere(old, new) then perform shop.store_order_words(new.id); end if;
  if moves then perform shop.copy_status_to_words(new); end if;
end;
$$;

create function shop.after_order_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  case tg_op
    when 'INSERT' then perform shop.after_order_placed(new);
    when 'UPDATE' then perform shop.after_order_changed(old, new);
    else perform shop.count_order(old, null);
  end case;
  return null;
end;
$$;

create trigger orders_after after insert or update or delete on public.orders for each row execute function shop.after_order_change();

-- What must hold of an order when the transaction ends.
create function shop.check_order_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.discount <> 0 then perform shop.require_shared_discount(new.id); end if;
    if new.advance_verified + new.credit_used + new.collected + new.refunded <> 0 then perform shop.require_booked_order(new.id); end if;
    if new.status = 'delivered' or shop.received_of(new) <> 0 then perform shop.post_order(new.id); end if;
    return null;
  end if;

  if new.discount <> old.discount then perform shop.require_shared_discount(new.id); end if;
  if (old.status, old.due_on_delivery, old.uncollected) <> (new.status, new.due_on_delivery, new.uncollected) then
    perform shop.require_sums(new.id);
  end if;
  if (old.advance_verified, old.credit_used, old.collected, old.refunded)
     <> (new.advance_verified, new.credit_used, new.collected, new.refunded) then
    perform shop.require_booked_order(new.id);
  end if;
  if new.collected > 0 then perform shop.require_delivered(new.id); end if;
  if shop.is_booked_else(old, new) then perform shop.post_order(new.id); end if;
  return null;
end;
$$;

create constraint trigger orders_at_end after insert or update on public.orders deferrable initially deferred
  for each row execute function shop.check_order_at_end();

-- What must hold of the lines of an order when the transaction ends.
create function shop.check_order_line_at_end() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.discount <> 0 then perform shop.require_shared_discount(new.order_id); end if;
  if old.discount <> 0 then perform shop.require_shared_discount(old.order_id); end if;
  return null;
end;
$$;

create constraint trigger order_items_at_end after insert or delete on public.order_items deferrable initially deferred
  for each row execute function shop.check_order_line_at_end();

-- After somebody tried to have an order confirmed.
create function shop.after_attempt() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.log_attempt(new);
  if new.outcome = 'confirmed' and new.how <> 'shopper' then perform shop.end_proof(new.order_id); end if;
  if new.outcome = 'confirmed' and new.how = 'shopper' and new.note = 'page' then perform shop.push_confirmation(new); end if;
  return null;
end;
$$;

create trigger confirmation_attempts_after after insert on public.confirmation_attempts for each row execute function shop.after_attempt();

-- After what is known of an order's confirmation changed.
create function shop.after_confirmation_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.state <> old.state then perform shop.earn_anew(array[new.order_id]); end if;
  if new.overridden_at is distinct from old.overridden_at then perform shop.log_override(new); end if;
  if new.overridden_at is not null and old.overridden_at is null then
    perform shop.need_right('override_confirmation');
    perform shop.end_proof(new.order_id);
  end if;
  return null;
end;
$$;

create trigger order_confirmations_after after update of state, overridden_at on public.order_confirmations
  for each row execute function shop.after_confirmation_change();

-- After a discount code was added or changed by somebody.
create function shop.after_discount_code_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - 'updated_at' is distinct from to_jsonb(old) - 'updated_at' then
    perform shop.audit_discount_code(old, new);
    perform shop.need_right('change_prices');
  end if;
  return null;
end;
$$;

create trigger discount_codes_after after insert or update on public.discount_codes
  for each row execute function shop.after_discount_code_change();
