-- The sales of a period say what became of what was ordered.

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.sales_report (
  first_day date,
  last_day  date,
  step      text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with sold as materialized (
    select * from shop.product_sales(shop.start_of_day(first_day), shop.start_of_day(last_day + 1))
  ), over_time as materialized (
    select * from shop.sales_over_time(first_day, last_day, step)
  )
  select jsonb_build_object(
    'sales_over_time', (select jsonb_agg(jsonb_build_object(
                                 'total_revenue', t.revenue, 'order_count', t.orders,
                                 '_id', to_char(t.begins, case step when 'day' then 'YYYY-MM-DD' when 'month' then 'YYYY-MM'
                                                                    else 'YYYY' end))
                               order by t.begins)
                          from over_time t),
    'top_products', (select coalesce(jsonb_agg(jsonb_build_object('product_id', t.product_id, 'product_name', t.product_name,
                                                                  'total_quantity', t.units, 'total_revenue', t.revenue)
                                               order by t.revenue desc, t.units desc, t.product_id), '[]')
                       from (select * from sold order by revenue desc, units desc, product_id limit 10) t),
    'category_sales', (select coalesce(jsonb_agg(jsonb_build_object('_id', c.category, 'total_revenue', c.revenue)
                                                 order by c.revenue desc, c.category), '[]')
                         from (select s.category, sum(s.revenue) as revenue from sold s group by s.category) c),
    'totals', (select jsonb_build_object('total_revenue', sum(t.revenue), 'order_count', sum(t.orders)) from over_time t),
    'sums', shop.sales_sums(first_day, last_day),
    'discounts', (select coalesce(sum(o.discount + o.delivery_discount), 0) from public.orders o
                   where o.discount + o.delivery_discount > 0 and o.archived_at is null and o.status <> 'cancelled'
                     and o.created_at >= shop.start_of_day(first_day) and o.created_at < shop.start_of_day(last_day + 1)),
    'previous', (select jsonb_build_object('total_revenue', sum(t.revenue), 'order_count', sum(t.orders))
                   from shop.sales_over_time(first_day - (last_day - first_day + 1), first_day - 1, 'year') t));
$function$;

CREATE OR REPLACE FUNCTION shop.sales_sums (
  first_day date,
  last_day  date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ordered', coalesce(sum(o.total_amount), 0), 'delivered', coalesce(sum(o.cost), 0),
                            'went_back', coalesce(sum(o.cost - o.net), 0), 'net', coalesce(sum(o.net), 0))
    from (select a.total_amount, a.cost,
                 -- What the shop has of it, or still asks for.
                 case when a.status = 'delivered'
                      then least(a.cost, greatest(a.cost - a.goodwill, a.advance_verified + a.credit_used + a.collected - a.refunded))
                      end as net
            from (select p.*, case when p.status = 'delivered' then p.total_amount - p.uncollected end as cost
                    from public.orders p
                   where p.archived_at is null and p.status <> 'cancelled'
                     and p.created_at >= shop.start_of_day(first_day) and p.created_at < shop.start_of_day(last_day + 1)) a) o;
$function$;

REVOKE ALL ON FUNCTION "shop"."sales_sums"(date, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "shop"."sales_sums"(date, date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sales_sums"(date, date) TO "postgres";

GRANT EXECUTE ON FUNCTION "shop"."sales_sums"(date, date) TO "service_role";
