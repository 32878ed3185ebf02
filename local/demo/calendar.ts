/** Reads `calendar.txt`: purchase orders, payments to suppliers, expenses, corrections and counts of the stock, reviews, messages and what was deleted, each on its day. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dayOfStory, type Shop } from './play.ts';

const SUPPLIERS: Record<string, [name: string, email: string, phone: string, address: string]> = {
  SIALKOT: ['Al-Naqqash Metal Works', 'orders@al-naqqash.example', '+923997000101', 'Shed 14, Gulnar Industrial Lane, Sialkot'],
  LAHORE: ['Kundan Karigar House', 'karigar@kundan-house.example', '+923997000202', 'First floor, Chambeli Market, Lahore'],
  KARACHI: ['Moti Bazaar Pearl Traders', 'sales@motibazaar.example', '+923997000303', 'Shop 8, Kachnar Arcade, Karachi'],
  MULTAN: ['Shah Rukn Bead House', 'beads@rukn.example', '+923997000505', 'Shop 21, Champa Bazaar, Multan'],
  FAISALABAD: ['Gulab Cosmetics Distribution', 'trade@gulab.example', '+923997000404', 'Godown 3, Nargis Road, Faisalabad'],
};

/** The id of a product of `supabase/seed.sql` by its number there. */
const productId = (number = '') => `68f0a1${number.padStart(18, '0')}`;

/** Plans every line. @throws Error for a line that says nothing known */
export function planCalendar(shop: Shop): void {
  const { plan, team, query, call } = shop;
  const purchases: { id: string; items: { id: string }[] }[] = [];
  const purchase = (number: string) => purchases[Number(number) - 1];
  const supplierId = async (supplier = '') => {
    const [found] = await query<{ id: string }>('select id from public.suppliers where name = $1', SUPPLIERS[supplier]?.[0]);
    return found?.id;
  };

  const kinds: Record<string, (columns: string[], day: number) => Promise<unknown>> = {
    rules: async ([rules]) => call('change_confirmation_rules', rules, null),
    buy: async ([supplier = '', lines = '', expected, notes = ''], day) => {
      const [supplierName, supplierEmail, supplierPhone, supplierAddress] = SUPPLIERS[supplier] ?? [];
      const items = lines.split(', ').map((line) => {
        const [, product, quantity, unitCost, color = '', size = ''] = /^(\d+) ×(\d+) @(\d+)(?: (.*)\/(.*))?$/.exec(line) ?? [];
        return { productId: productId(product), quantity: Number(quantity), unitCost: Number(unitCost), color, size };
      });
      const expectedDeliveryDate = expected ? dayOfStory(Number(expected) - day) : null;
      const order = { supplierName, supplierEmail, supplierPhone, supplierAddress, items, expectedDeliveryDate, notes };
      purchases.push(await call('create_purchase_order', order));
    },
    purchase: async ([number = '', status]) => call('set_purchase_order_status', purchase(number)?.id, status, team.manager),
    receive: async ([number = '', pieces = '', notes = '']) => {
      const items = pieces.split(', ').map((piece, line) => {
        const [received, damaged = 0] = piece.split('-').map(Number);
        return { itemId: purchase(number)?.items[line]?.id, received, damaged };
      });
      return call('receive_purchase_order', purchase(number)?.id, { items, notes }, team.manager);
    },
    terms: async ([supplier, days]) => call('change_supplier', await supplierId(supplier), { terms: Number(days) }, team.manager),
    pay: async ([supplier, rupees, how, reference = '', note = '']) =>
      call('pay_supplier', await supplierId(supplier), Number(rupees), how, reference, note, team.manager),
    packing: async ([rupees]) => call('set_packing_cost', Number(rupees)),
    spend: async ([expense, advertises, amount, method, reason = '']) => {
      const spent = {
        expense,
        advertises: advertises || null,
        amount: Number(amount),
        method,
        spentOn: dayOfStory(),
        reference: '',
        reason,
      };
      return call('book_expense', spent, team.accounts);
    },
    correct: async ([product = '', kind, pieces, notes]) => {
      const [number, size] = product.split('/');
      // An adjustment sets the exact stock.
      const sql = `select public.adjust_stock(p.id, $2::shop.stock_change_kind, case $2 when 'adjustment' then p.stock_quantity else 0 end + $3::integer,
                                              $4, $5::uuid, null, $6) from public.products p where p.id = $1`;
      return query(sql, productId(number), kind, pieces, notes, team.packer, size);
    },
    review: async ([product, stars, userName, comment, answer], day) => {
      // Nobody has a token of this hash: only staff edit these reviews.
      const token = createHash('sha256').update(`${comment}`).digest('hex');
      await call('add_review', productId(product), { userName, rating: Number(stars), comment }, token);
      const sql = 'update public.reviews set answer = $2, answered_at = now() where comment = $1';
      if (answer) plan(day + 1, 10.4, () => query(sql, comment, answer));
    },
    'waiting review': async ([product, stars, userName, comment]) => {
      const token = createHash('sha256').update(`${comment}`).digest('hex');
      // It leads elsewhere, so that staff decide.
      await call('add_review', productId(product), { userName, rating: Number(stars), comment }, token, null, null, true);
    },
    'hide review': async ([comment]) => query('update public.reviews set is_published = false where comment like $1', comment),
    count: async ([category, missing = '', notes]) => {
      const pieces = await query<{ sku: string; stockSeen: number }>(
        `select v.sku, v.stock_quantity as "stockSeen" from public.product_variants v join public.products p on p.id = v.product_id
          where p.category = $1 and v.archived_at is null and p.archived_at is null order by v.stock_quantity desc, v.sku limit 8`,
        category,
      );
      const counted = pieces.map(({ sku, stockSeen }, place) => ({
        sku,
        stockSeen,
        counted: place === 0 ? stockSeen - Number(missing) : stockSeen,
      }));
      return call('count_stock', counted, notes, team.packer);
    },
    notice: async ([place, contact = '']) => {
      const sold = await query<{ id: string; color: string; size: string }>(
        `select p.id, v.color, v.size from public.product_variants v join public.products p on p.id = v.product_id
          where v.stock_quantity = 0 and v.archived_at is null and p.archived_at is null order by p.id, v.color, v.size`,
      );
      const { id, color, size } = sold[Number(place) % sold.length] ?? {};
      const person = contact.includes('@') ? { email: contact } : { phone: contact };
      if (id) await call('add_stock_notice', id, { ...person, color, size });
    },
    search: async ([term, times]) => {
      for (let time = 0; time < Number(times); time += 1) await call('count_missed_search', term);
    },
    'new product': async ([number = '', fields = '']) =>
      call('create_product', { id: productId(number), ...JSON.parse(fields) }, team.manager),
    'delete product': async ([number]) =>
      query('update public.products set archived_at = now() where id = $1', productId(number)),
    'delete purchase': async ([number = '']) =>
      query('update public.purchase_orders set archived_at = now() where id = $1', purchase(number)?.id),
    'archive supplier': async ([supplier]) =>
      call('change_supplier', await supplierId(supplier), { isArchived: true }, team.manager),
    'fail mail': async ([error]) =>
      query(
        `select public.record_mails(jsonb_build_array(jsonb_build_object('id', m.id, 'outcome', 'refused', 'error', $1::text)))
           from public.mail_outbox m where m.kind = 'order_confirmation' and m.failed_at is null order by m.created_at desc limit 1`,
        error,
      ),
    message: async ([name = '', subject, message, answer], day) => {
      const [firstName, lastName] = name.split(' ');
      const email = `${firstName}.${lastName}@post.example`.toLowerCase();
      await call('add_contact_message', { firstName, lastName, email, subject, message }, 'care@naqsh.example');
      const sql = 'select public.answer_message(m.id, $2, $3::uuid) from public.contact_messages m where m.email = $1';
      if (answer) plan(day + 1, 11.6, () => query(sql, email, answer, team.desk));
    },
    'read message': async ([subject]) =>
      query(`select public.set_message_status(m.id, 'read') from public.contact_messages m where m.subject = $1`, subject),
  };

  for (const line of readFileSync(new URL('./calendar.txt', import.meta.url), 'utf8').split('\n')) {
    if (!line || line.startsWith('#')) continue;
    const [when = '', kind = '', ...columns] = line.split(/ ?\| ?/);
    const [day = Number.NaN, hour = Number.NaN] = when.split(' ').map(Number);
    const work = kinds[kind];
    if (!work || Number.isNaN(day + hour)) throw new Error(`The demo's calendar says what nobody knows: ${line}`);
    plan(day, hour, () => work(columns, day));
  }
}
