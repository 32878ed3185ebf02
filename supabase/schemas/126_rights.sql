-- What needs which right, asked for where the effect is: whoever of the staff causes it, by whichever screen, operation or function. Nobody of the staff
-- (a shopper, the clock, the command line) is not asked.

-- Trigger: whoever of the staff acts has the right that it names. Refuses 403 as `shop.assert_may` does.
create function shop.require_right() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform shop.assert_may(shop.acting(), tg_argv[0]);
  return null;
end;
$$;

-- Trigger: whoever of the staff acts has one of the rights that it names. Refuses 403 `not_allowed` with the first.
create function shop.require_one_right() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from unnest(tg_argv::text[]) needed where shop.may(shop.acting(), needed)) then
    perform shop.assert_may(shop.acting(), tg_argv[0]);
  end if;
  return null;
end;
$$;

-- Money that came, went back, or is given away; also where that is taken back.
create trigger payments_need_right_to_verify after insert on public.payments
  for each row when (new.kind = 'advance') execute function shop.require_right('verify_payments');
create trigger payments_need_right_to_refund after insert on public.payments
  -- Giving up an exchange takes back what was no refund yet.
  for each row when (new.kind in ('refund', 'credit_given') and coalesce(current_setting('shop.undoes_exchange', true), '') <> 'on') execute function shop.require_right('refund');

-- Prices.
create trigger products_need_right_to_price_new after insert on public.products
  for each row execute function shop.require_right('change_prices');
create trigger products_need_right_to_price after update of price, original_price on public.products
  for each row when ((old.price, old.original_price) is distinct from (new.price, new.original_price)) execute function shop.require_right('change_prices');
create trigger discount_codes_need_right_new after insert on public.discount_codes
  for each row execute function shop.require_right('change_prices');
create trigger discount_codes_need_right after update on public.discount_codes
  for each row when (to_jsonb(old) - array['uses', 'updated_at'] is distinct from to_jsonb(new) - array['uses', 'updated_at'])
  execute function shop.require_right('change_prices');
create trigger orders_need_right_to_discount_new after insert on public.orders
  for each row when (new.discount_reason is not null) execute function shop.require_right('discount_orders');
create trigger orders_need_right_to_discount after update of discount_reason, discount, delivery_discount on public.orders
  for each row when (new.discount_reason is not null and (old.discount_reason is null or new.discount + new.delivery_discount > old.discount + old.delivery_discount))
  execute function shop.require_right('discount_orders');

-- What the shop offers: all of a product but its price, and what is counted by itself.
create trigger products_need_right_new after insert on public.products
  for each row execute function shop.require_right('edit_products');
create trigger products_need_right after update on public.products
  -- A sale is no edit, and costs nothing here.
  for each row when (old.updated_at <> new.updated_at
                     and to_jsonb(old) - array['price', 'original_price', 'stock_quantity', 'in_stock', 'rating', 'review_count', 'search_words', 'updated_at']
                     is distinct from to_jsonb(new) - array['price', 'original_price', 'stock_quantity', 'in_stock', 'rating', 'review_count', 'search_words', 'updated_at'])
  execute function shop.require_right('edit_products');
create trigger categories_need_right after insert or update or delete on public.categories
  for each row execute function shop.require_right('edit_products');
create trigger reviews_need_right after update or delete on public.reviews
  for each row execute function shop.require_right('moderate_reviews');

-- Pieces that move by hand, or come from a supplier.
create trigger stock_history_needs_right_to_correct after insert on public.stock_history
  for each row when (new.transaction_type in ('adjustment', 'damage') and new.reference_number is null) execute function shop.require_right('correct_stock');
create trigger purchase_orders_need_right after insert or update on public.purchase_orders
  for each row execute function shop.require_right('buy_stock');

-- Orders: written down, corrected, given up, let out.
create trigger orders_need_right_to_place after insert on public.orders
  for each row when (new.placed_by is not null) execute function shop.require_right('place_orders');
create trigger orders_need_right_to_correct after update on public.orders
  for each row when ((old.customer_name, old.customer_email, old.customer_phone, old.second_phone, old.customer_address, old.city, old.zip_code, old.country, old.notes, old.tags, old.subtotal, old.shipping)
                     is distinct from (new.customer_name, new.customer_email, new.customer_phone, new.second_phone, new.customer_address, new.city, new.zip_code, new.country, new.notes, new.tags, new.subtotal, new.shipping))
  execute function shop.require_right('confirm_orders');
create trigger orders_need_right_to_cancel after update of status, archived_at on public.orders
  for each row when ((old.status = 'cancelled') <> (new.status = 'cancelled') and new.merged_into is null
                     -- What follows from counting what came back is no choice of who counts.
                     and coalesce(current_setting('shop.receives', true), '') <> 'on'
                     or old.archived_at is null and new.archived_at is not null)
  execute function shop.require_right('cancel_orders');
create trigger return_decisions_need_right after insert on public.return_decisions
  for each row when (new.state in ('approved', 'declined')) execute function shop.require_right('confirm_orders');
create trigger order_confirmations_need_right_to_override after update of overridden_at on public.order_confirmations
  for each row when (new.overridden_at is not null and old.overridden_at is null) execute function shop.require_right('override_confirmation');
create trigger customers_need_right after update on public.customers
  for each row when ((old.notes, old.tags, old.block, old.merged_into) is distinct from (new.notes, new.tags, new.block, new.merged_into))
  execute function shop.require_right('edit_customers');

-- Parcels: sent, and what comes back of them.
create trigger shipments_need_right_new after insert on public.shipments
  for each row execute function shop.require_right('send_parcels');
create trigger courier_bookings_need_right after insert or update of state on public.courier_bookings
  for each row execute function shop.require_right('send_parcels');
-- Calls at the desk, and what follows from them, are also for those who send parcels.
create trigger parcel_advices_need_right after insert or update on public.parcel_advices
  for each row execute function shop.require_one_right('send_parcels', 'confirm_orders');
create trigger parcel_calls_need_right after insert on public.parcel_calls
  for each row execute function shop.require_one_right('send_parcels', 'confirm_orders');
create trigger delivery_questions_need_right_to_ask after update of asked_at on public.delivery_questions
  for each row execute function shop.require_one_right('send_parcels', 'confirm_orders');
create trigger parcel_sums_need_right after insert or update on shop.parcel_sums
  -- That they follow what is due is nobody's choice.
  for each row when (coalesce(current_setting('shop.due_changes', true), '') <> 'on') execute function shop.require_right('send_parcels');
create trigger portal_file_rows_need_right after insert on public.portal_file_rows
  for each row execute function shop.require_right('send_parcels');
create trigger shipment_labels_need_right after insert on public.shipment_labels
  for each row execute function shop.require_right('send_parcels');
create trigger asked_sums_need_right_to_settle after update on public.asked_sums
  for each row execute function shop.require_right('send_parcels');
create trigger courier_claims_need_right after insert or update on public.courier_claims
  for each row execute function shop.require_right('send_parcels');
create trigger packed_pieces_need_right after insert on public.packed_pieces
  for each row execute function shop.require_right('send_parcels');
create trigger unpacked_pieces_need_right after insert on public.unpacked_pieces
  for each row execute function shop.require_right('send_parcels');
create trigger packed_photos_need_right after insert or update of removed_at on public.packed_photos
  for each row execute function shop.require_right('send_parcels');
create trigger photo_waivers_need_right after insert on public.photo_waivers
  for each row execute function shop.require_right('override_confirmation');
create trigger packing_rules_need_right after update on public.packing_rules
  for each row execute function shop.require_right('change_settings');
create trigger shipments_need_right after update on public.shipments
  for each row when ((old.carrier, old.tracking_number, old.status, old.archived_at) is distinct from (new.carrier, new.tracking_number, new.status, new.archived_at)
                     and coalesce(current_setting('shop.receives', true), '') <> 'on')
  execute function shop.require_right('send_parcels');
create trigger receipts_need_right after insert on public.receipts
  for each row when (not new.never_left) execute function shop.require_right('receive_returns');
create trigger shipments_need_right_to_receive after update of received_at on public.shipments
  for each row when (old.received_at is null and new.received_at is not null) execute function shop.require_right('receive_returns');
create trigger orders_need_right_to_send after update of status on public.orders
  for each row when (old.status <> new.status and new.status in ('shipped', 'delivered')) execute function shop.require_right('send_parcels');

-- What the shop says, and of itself.
create trigger contact_answers_need_right after insert on public.contact_answers
  for each row execute function shop.require_right('answer_messages');
create trigger shop_settings_need_right after update on public.shop_settings
  for each row when (old.content is distinct from new.content) execute function shop.require_right('change_settings');
