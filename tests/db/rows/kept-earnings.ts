import type { Sql } from 'postgres';

/** Orders, lines and days of which reports, once asked, have kept something else than what they earn today. Empty when all is well. */
export async function earningsErrors(sql: Sql): Promise<string[]> {
  await sql`select shop.work_out_earnings()`;
  const rows = await sql<{ error: string }[]>`
    with everything as materialized (select array(select id from public.orders) as ids),
    earned as materialized (select e.* from everything a cross join lateral shop.earnings_of(a.ids) e),
    gone as materialized (select g.order_id, g.place, g.product_id, g.variant_id, g.pieces, g.uncosted, g.cost, p.category
                            from everything a cross join lateral shop.pieces_gone(a.ids) g join earned e using (order_id)
                            join public.products p on p.id = g.product_id),
    kept as materialized (select order_id, placed_on, city, source, code, courier, is_sold, confirmed_on, sent_on, delivered_on, settled_on, came_back_on,
                                 ordered, net, charges, taxes, packing, brought, discounts from shop.earned_orders),
    days as materialized (
      select placed_on, count(*) filter (where is_sold) as orders, count(delivered_on) as delivered, count(came_back_on) as came_back,
             coalesce(sum(ordered) filter (where is_sold), 0) as ordered, sum(net) as net, sum(charges) as charges, sum(taxes) as taxes, sum(pieces) as pieces,
             sum(uncosted) as uncosted, sum(cost) as cost, sum(packing) as packing, coalesce(sum(net) filter (where settled_on is not null), 0) as collected,
             sum(brought) as brought, coalesce(sum(discounts) filter (where is_sold), 0) as discounts
        from shop.earned_orders group by placed_on),
    moments as materialized (
      select o.placed_on, m.stage, shop.day_of(m.at) as day, count(*)::integer as orders, sum(o.ordered)::bigint as ordered
        from (select order_id, stage, min(at) as at from everything a cross join lateral shop.stage_moments(a.ids) group by order_id, stage) m
        join earned o using (order_id) group by o.placed_on, m.stage, shop.day_of(m.at)),
    lines as materialized (select order_id, place, product_id, variant_id, pieces, uncosted, cost, category from shop.earned_lines where product_id is not null)
    select format('kept of an order, and wrong: %s', to_jsonb(w)) as error from (table kept except table earned) w
    union all
    select format('earned by an order, and not kept: %s', to_jsonb(w)) from (table earned except table kept) w
    union all
    select format('kept of a line, and wrong: %s', to_jsonb(w)) from (table lines except table gone) w
    union all
    select format('earned by a line, and not kept: %s', to_jsonb(w)) from (table gone except table lines) w
    union all
    select format('a day has %s, and its orders %s', to_jsonb(k), to_jsonb(d))
      from shop.earned_days k full join days d using (placed_on) where to_jsonb(k) is distinct from to_jsonb(d)
    union all
    select format('kept of the stages of a day, and wrong: %s', to_jsonb(w)) from (table shop.stage_days except table moments) w
    union all
    select format('passed on a day, and not kept: %s', to_jsonb(w)) from (table moments except table shop.stage_days) w
    union all
    select format('order %s is counted several times, or not at all', l.order_id)
      from shop.earned_lines l group by l.order_id
    having (count(*) filter (where l.is_first_of_product), count(*) filter (where l.is_first_of_variant), count(*) filter (where l.is_first_of_category))
           <> (greatest(1, count(distinct l.product_id)), greatest(1, count(distinct l.variant_id)), greatest(1, count(distinct l.category)))
    union all
    select format('order %s has other sums than its lines', o.order_id)
      from shop.earned_orders o
      left join (select l.order_id, sum(l.ordered) as ordered, sum(l.net) as net, sum(l.charges) as charges, sum(l.taxes) as taxes, sum(l.packing) as packing,
                        sum(l.pieces) as pieces, sum(l.uncosted) as uncosted, sum(l.cost) as cost
                   from shop.earned_lines l group by l.order_id) s using (order_id)
     where (o.ordered, o.net, o.charges, o.taxes, o.packing, o.pieces, o.uncosted, o.cost)
           is distinct from (s.ordered, s.net, s.charges, s.taxes, s.packing, s.pieces, s.uncosted, s.cost)`;
  return rows.map(({ error }) => error);
}
