SET local check_function_bodies = off;

CREATE TABLE "shop"."line_costs" (
  "item_id"   text          NOT NULL,
  "unit_cost" numeric(14,4),
  CONSTRAINT "line_costs_not_negative" CHECK ((unit_cost >= (0)::numeric)),
  CONSTRAINT "line_costs_pkey" PRIMARY KEY (item_id)
);

ALTER TABLE "shop"."line_costs"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "shop"."piece_costs" (
  "variant_id" text          NOT NULL,
  "unit_cost"  numeric(14,4) NOT NULL,
  CONSTRAINT "piece_costs_not_negative" CHECK ((unit_cost >= (0)::numeric)),
  CONSTRAINT "piece_costs_pkey" PRIMARY KEY (variant_id)
);

ALTER TABLE "shop"."piece_costs"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."purchase_order_delivery_items"
  ADD COLUMN "unit_cost" numeric(14,4);

ALTER TABLE "public"."purchase_orders"
  ADD COLUMN "charges" numeric(12,2) NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION public.create_purchase_order (
  purchase jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  created_id text;
begin
  insert into public.purchase_orders (supplier_name, supplier_email, supplier_phone, supplier_address, charges, expected_delivery_date, notes)
  values (purchase ->> 'supplierName', coalesce(purchase ->> 'supplierEmail', ''), coalesce(purchase ->> 'supplierPhone', ''),
          coalesce(purchase ->> 'supplierAddress', ''), coalesce((purchase ->> 'charges')::numeric, 0), (purchase ->> 'expectedDeliveryDate')::date, coalesce(purchase ->> 'notes', ''))
  returning id into created_id;
  perform shop.write_purchase_order_items(created_id, purchase -> 'items');
  return shop.purchase_order_json(created_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.edit_purchase_order (
  purchase_order_id text,
  changes           jsonb,
  expected_version  timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  before public.purchase_orders := shop.lock_purchase_order(purchase_order_id);
begin
  perform shop.check_version(before.updated_at, expected_version);
  if (changes ? 'items' or (changes ->> 'charges')::numeric <> before.charges) and (before.status = 'received' or exists (
       select from public.purchase_order_deliveries r where r.purchase_order_id = before.id and r.taken_back_at is null)) then
    perform shop.refuse('already_received');
  end if;

  update public.purchase_orders o
     set supplier_name = coalesce(changes ->> 'supplierName', o.supplier_name),
         supplier_email = coalesce(changes ->> 'supplierEmail', o.supplier_email),
         supplier_phone = coalesce(changes ->> 'supplierPhone', o.supplier_phone),
         supplier_address = coalesce(changes ->> 'supplierAddress', o.supplier_address),
         notes = coalesce(changes ->> 'notes', o.notes),
         charges = coalesce((changes ->> 'charges')::numeric, o.charges),
         expected_delivery_date = case when changes ? 'expectedDeliveryDate' then (changes ->> 'expectedDeliveryDate')::date
                                       else o.expected_delivery_date end
   where o.id = before.id;
  if changes ? 'items' then
    perform shop.write_purchase_order_items(before.id, changes -> 'items');
  end if;
  return shop.purchase_order_json(before.id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.set_piece_cost (
  product_id text,
  unit_cost  numeric,
  color      text    DEFAULT NULL::text,
  size       text    DEFAULT NULL::text,
  sku        text    DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  variant public.product_variants;
  named text;
  before numeric;
begin
  perform shop.need_right('buy_stock');
  -- Locked, so that no delivery averages meanwhile.
  select p.name into named from public.products p where p.id = set_piece_cost.product_id and p.archived_at is null for no key update;
  if not found then
    perform shop.refuse('product_not_found');
  end if;
  variant := shop.require_variant(set_piece_cost.product_id, color, size, sku);
  select c.unit_cost into before from shop.piece_costs c where c.variant_id = variant.id;
  insert into shop.piece_costs (variant_id, unit_cost) values (variant.id, set_piece_cost.unit_cost)
  on conflict (variant_id) do update set unit_cost = excluded.unit_cost;
  perform shop.write_audit(shop.acting(), 'product', variant.product_id,
    concat_ws(' ', named, '(' || nullif(shop.choice_name(variant.color, variant.size), '') || ')'),
    jsonb_build_object('unit_cost', before), jsonb_build_object('unit_cost', round(set_piece_cost.unit_cost, 2)));
  return jsonb_build_object('product_id', variant.product_id, 'color', variant.color, 'size', variant.size, 'sku', variant.sku,
                            'unit_cost', round(set_piece_cost.unit_cost, 2));
end;
$function$;

REVOKE ALL ON FUNCTION "public"."set_piece_cost"(text, numeric, text, text, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION shop.after_delivery_items_added()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.average_costs(array_agg(a::public.purchase_order_delivery_items), 1) from added a having count(*) > 0;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_delivery_taken_back()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  perform shop.average_costs(array_agg(l), -1) from public.purchase_order_delivery_items l where l.delivery_id = new.id having count(*) > 0;
  return null;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.after_order_changed (
  old public.orders,
  new public.orders
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
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
  if is_given_up then perform shop.undo_exchange(old, new); end if;
  if shop.is_found_elsewhere(old, new) then perform shop.store_order_words(new.id); end if;
  if moves then perform shop.copy_status_to_words(new); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.average_costs (
  lines     public.purchase_order_delivery_items[],
  direction integer
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into shop.piece_costs as c (variant_id, unit_cost)
  select moved.variant_id,
         case when c.unit_cost is null or moved.owned + moved.units <= 0 then coalesce(c.unit_cost, moved.cost / abs(moved.units))
              when moved.owned * c.unit_cost + direction * moved.cost < 0 then c.unit_cost
              else (moved.owned * c.unit_cost + direction * moved.cost) / (moved.owned + moved.units) end
    from (select l.variant_id, shop.pieces_in_shop(v) as owned, direction * sum(l.received - l.damaged) as units,
                 sum((l.received - l.damaged) * l.unit_cost) as cost
            from unnest(lines) l join public.product_variants v on v.id = l.variant_id
           where l.received > l.damaged and l.unit_cost is not null
           group by l.variant_id, v.*) moved
    left join shop.piece_costs c on c.variant_id = moved.variant_id
   where direction = 1 or c.unit_cost is not null
  on conflict (variant_id) do update set unit_cost = excluded.unit_cost;
$function$;

CREATE OR REPLACE FUNCTION shop.book_delivery (
  purchase        public.purchase_orders,
  lines           jsonb,
  notes           text,
  actor           uuid,
  idempotency_key text,
  fingerprint     text
)
  RETURNS void
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  booked public.purchase_order_deliveries;
  line record;
begin
  perform shop.lock_products(array (select i.product_id from public.purchase_order_items i where i.purchase_order_id = purchase.id));

  insert into public.purchase_order_deliveries (purchase_order_id, delivery_number, notes, actor, idempotency_key, request_fingerprint)
  values (purchase.id,
          purchase.order_number || '-R' || (select count(*) + 1 from public.purchase_order_deliveries r
                                            where r.purchase_order_id = purchase.id),
          book_delivery.notes, book_delivery.actor, book_delivery.idempotency_key, fingerprint)
  returning * into booked;

  insert into public.purchase_order_delivery_items (delivery_id, position, item_id, product_id, variant_id, product_name, received, damaged,
                                                    unit_cost)
  select booked.id, l.ordinality - 1, i.id, i.product_id, i.variant_id, i.product_name, (l.line ->> 'received')::integer,
    coalesce((l.line ->> 'damaged')::integer, 0), shop.landed_cost(i)
    from jsonb_array_elements(lines) with ordinality as l (line, ordinality)
    join public.purchase_order_items i on i.id = l.line ->> 'itemId';

  update public.purchase_order_items i
     set received = i.received + r.received, damaged = i.damaged + r.damaged, more_allowed = i.more_allowed
       or i.received + r.received > i.quantity
    from public.purchase_order_delivery_items r
   where r.delivery_id = booked.id and i.id = r.item_id;

  for line in
    select r.product_id, r.variant_id, sum(r.received - r.damaged)::integer as units from public.purchase_order_delivery_items r
     where r.delivery_id = booked.id group by r.product_id, r.variant_id having sum(r.received - r.damaged) > 0
       order by r.product_id, r.variant_id
  loop
    perform shop.change_stock(line.product_id, line.units, 'purchase', booked.delivery_number, booked.notes, actor, line.variant_id);
  end loop;
end;
$function$;

CREATE OR REPLACE FUNCTION shop.forget_costs (
  order_id text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  delete from shop.line_costs c using public.order_items i where i.id = c.item_id and i.order_id = forget_costs.order_id;
$function$;

CREATE OR REPLACE FUNCTION shop.keep_costs (
  order_id text
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  insert into shop.line_costs (item_id, unit_cost)
  select i.id, c.unit_cost from public.order_items i left join shop.piece_costs c on c.variant_id = i.variant_id
   where i.order_id = keep_costs.order_id
  on conflict (item_id) do nothing;
$function$;

CREATE OR REPLACE FUNCTION shop.landed_cost (
  line public.purchase_order_items
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case when sum(i.total_cost) > 0 then line.unit_cost * (1 + max(o.charges) / sum(i.total_cost))
              else max(o.charges) / sum(i.quantity) end
    from public.purchase_order_items i join public.purchase_orders o on o.id = i.purchase_order_id
   where i.purchase_order_id = line.purchase_order_id;
$function$;

CREATE OR REPLACE FUNCTION shop.pieces_in_shop (
  variant public.product_variants
)
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select variant.stock_quantity + coalesce(sum(i.quantity), 0)
    from public.order_items i join public.orders o on o.id = i.order_id
   where i.variant_id = variant.id and shop.is_unshipped(o.status) and o.archived_at is null;
$function$;

ALTER TABLE "public"."purchase_orders"
  ADD CONSTRAINT "purchase_orders_charges_not_negative" CHECK ((charges >= (0)::numeric));

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "shop"."line_costs"
  ADD CONSTRAINT "line_costs_item_id_fkey" FOREIGN KEY (item_id) REFERENCES public.order_items(id) ON DELETE CASCADE;

-- pgls-ignore lint/safety/addingForeignKeyConstraint: of a new table
ALTER TABLE "shop"."piece_costs"
  ADD CONSTRAINT "piece_costs_variant_id_fkey" FOREIGN KEY (variant_id) REFERENCES public.product_variants(id);

CREATE TRIGGER purchase_order_deliveries_after
  AFTER UPDATE OF taken_back_at ON public.purchase_order_deliveries
  FOR EACH ROW
  EXECUTE FUNCTION shop.after_delivery_taken_back();

CREATE TRIGGER purchase_order_delivery_items_after
  AFTER INSERT ON public.purchase_order_delivery_items REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT
  EXECUTE FUNCTION shop.after_delivery_items_added();

REVOKE ALL ON FUNCTION "public"."set_piece_cost"(text, numeric, text, text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_piece_cost"(text, numeric, text, text, text) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."set_piece_cost"(text, numeric, text, text, text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_delivery_items_added"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_delivery_items_added"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_delivery_items_added"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_delivery_items_added"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."after_delivery_taken_back"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."after_delivery_taken_back"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_delivery_taken_back"() TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."after_delivery_taken_back"() TO "service_role";

REVOKE ALL ON FUNCTION "shop"."average_costs"(public.purchase_order_delivery_items[], integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."average_costs"(public.purchase_order_delivery_items[], integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."average_costs"(public.purchase_order_delivery_items[], integer) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."average_costs"(public.purchase_order_delivery_items[], integer) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."forget_costs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."forget_costs"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."forget_costs"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."forget_costs"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."keep_costs"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."keep_costs"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."keep_costs"(text) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."keep_costs"(text) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."landed_cost"(public.purchase_order_items) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."landed_cost"(public.purchase_order_items) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."landed_cost"(public.purchase_order_items) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."landed_cost"(public.purchase_order_items) TO "service_role";

REVOKE ALL ON FUNCTION "shop"."pieces_in_shop"(public.product_variants) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."pieces_in_shop"(public.product_variants) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_in_shop"(public.product_variants) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."pieces_in_shop"(public.product_variants) TO "service_role";

GRANT DELETE, INSERT, SELECT ON TABLE "shop"."line_costs" TO "service_role";

GRANT INSERT, SELECT, UPDATE ON TABLE "shop"."piece_costs" TO "service_role";

-- What a shop has bought so far says what its pieces cost: all that came, by pieces. What shipped before has no cost, and reports say so.
INSERT INTO shop.piece_costs (variant_id, unit_cost)
SELECT l.variant_id, sum((l.received - l.damaged) * i.unit_cost) / sum(l.received - l.damaged)
  FROM public.purchase_order_delivery_items l
  JOIN public.purchase_order_deliveries d ON d.id = l.delivery_id AND d.taken_back_at IS NULL
  JOIN public.purchase_order_items i ON i.id = l.item_id
 WHERE l.received > l.damaged
 GROUP BY l.variant_id;
