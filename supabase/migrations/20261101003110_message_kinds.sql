-- Mails that staff send: a value can be used only after the transaction that adds it.
alter type shop.mail_kind add value 'message_answer';
alter type shop.mail_kind add value 'staff_invitation';
create type shop.message_status as enum ('new', 'read', 'done');
