-- What staff hear of orders at once, on their phones.

-- A shopper's new order, by its sum and the city if it is a known one: what was typed there could be anything. What staff wrote down they
-- know.
create function shop.push_new_order(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.queue_push('new_order', 'order ' || new.order_number,
    jsonb_build_object('number', new.order_number, 'total', new.total_amount, 'city', new.city_known), 'see_orders');
end;
$$;

-- What a shopper did about an order, for the phones of the staff. Takes the order's id, what was done, and a key that tells it from the
-- next time.
create function shop.push_answer(order_id text, did text, key text) returns void
language plpgsql set search_path = ''
as $$
declare
  number constant text := (select o.order_number from public.orders o where o.id = order_id);
begin
  perform shop.queue_push('answer', concat_ws(' ', did, order_id, key), jsonb_build_object('number', number, 'did', did), 'see_orders');
end;
$$;

-- A shopper asks to cancel, on the order's page or by WhatsApp.
create function shop.push_cancellation_wish(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.push_answer(new.id, 'cancel', extract(epoch from new.cancellation_asked_at)::text);
end;
$$;

-- A shopper adds pieces on the order's page.
create function shop.push_added_pieces(new public.orders) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.push_answer(new.id, 'add', extract(epoch from new.pieces_added_at)::text);
end;
$$;

-- Trigger: an answer by WhatsApp. Who presses Cancel is told of with the wish, once.
create function shop.push_whatsapp_answer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.pressed = 'cancel' then
    perform shop.push_answer(new.order_id, 'cancel', extract(epoch from new.sent_at)::text);
  else
    perform shop.push_answer(new.order_id, coalesce(new.pressed::text, 'write'), new.id);
  end if;
  return null;
end;
$$;

create trigger whatsapp_answers_push after insert on public.whatsapp_answers for each row execute function shop.push_whatsapp_answer();

-- A shopper confirms on the order's page. By WhatsApp it is told above.
create function shop.push_confirmation(new public.confirmation_attempts) returns void
language plpgsql set search_path = ''
as $$
begin
  perform shop.push_answer(new.order_id, 'confirm', new.id);
end;
$$;

-- Trigger: a shopper says that money was sent.
create function shop.push_transfer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.push_answer(new.order_id, 'pay', new.id);
  return null;
end;
$$;
