drop table public.orders;
