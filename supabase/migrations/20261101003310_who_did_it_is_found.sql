-- Who did something points at an account. When the account goes, its rows are looked for: without an index that reads the whole table, the ledger, too.
-- Most rows of the ledger were written by shoppers without an account, so only the others are in the index.
create index stock_history_by_actor on public.stock_history (actor) where actor is not null;
create index contact_answers_by_person on public.contact_answers (answered_by);
create index photos_by_person on public.photos (uploaded_by);
create index purchase_order_receipts_by_actor on public.purchase_order_receipts (actor);
create index purchase_order_receipts_by_taker_back on public.purchase_order_receipts (taken_back_by) where taken_back_by is not null;
create index staff_invitations_by_person on public.staff_invitations (invited_by);
