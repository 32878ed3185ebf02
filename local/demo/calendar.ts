/** Reads `calendar.txt`: purchase orders, payments to suppliers, expenses, corrections of the stock, reviews and messages, each on its day. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dayOfStory, type Shop } from './play.ts';

const SUPPLIERS: Record<string, [name: string, email: string, phone: string, address: string]> = {
  SIALKOT: ['Al-Naqqash Metal Works', 'orders@al-naqqash.example', '+923997000101', 'Shed 14, Gulnar Industrial Lane, Sialkot'],
  LAHORE: ['Kundan Karigar House', 'karigar@kundan-house.example', '+923997000202', 'First floor, Chambeli Market, Lahore'],
  KARACHI: ['Moti Bazaar Pearl Traders', 'sales@motibazaar.example', '+923997000303', 'Shop 8, Kachnar Arcade, Karachi'],
  FAISALABAD: ['Gulab Cosmetics Distribution', 'trade@gulab.example', '+923997000404', 'Godown 3, Nargis Road, Faisalabad'],
};

/** The id of a product of `supabase/seed.sql` by its number there. */
const productId = (number = '') => `68f0a1${number.padStart(18, '0')}`;

/** Plans every line. @throws Error for a line that says nothing known */
export function planCalendar(shop: Shop): void {
  const { plan, staff, query, call } = shop;
  const purchases: { id: string; items: { id: string }[] }[] = [];
  const purchase = (number: string) => purchases[Number(number) - 1];
  const supplierId = async (supplier = '') => {
    const [found] = await query<{ id: string }>('select id from public.suppliers where name = $1', SUPPLIERS[supplier]?.[0]);
    return found?.id;
  };

  const kinds: Record<string, (columns: string[], day: number) => Promise<unknown>> = {
    rules: async ([rules]) => call('change_confirmation_rules', rules, null),
    buy: async ([supplier = '', lines = '', expected, notes = '']) => {
      const [supplierName, supplierEmail, supplierPhone, supplierAddress] = SUPPLIERS[supplier] ?? [];
      const items = lines.split(', ').map((line) => {
        const [, product, quantity, unitCost, color = '', size = ''] = /^(\d+) ×(\d+) @(\d+)(?: (.*)\/(.*))?$/.exec(line) ?? [];
        return { productId: productId(product), quantity: Number(quantity), unitCost: Number(unitCost), color, size };
      });
      const expectedDeliveryDate = expected ? dayOfStory(Number(expected)) : null;
      const order = { supplierName, supplierEmail, supplierPhone, supplierAddress, items, expectedDeliveryDate, notes };
      purchases.push(await call('create_purchase_order', order));
    },
    purchase: async ([number = '', status]) => call('set_purchase_order_status', purchase(number)?.id, status, staff),
    receive: async ([number = '', pieces = '', notes = '']) => {
      const items = pieces.split(', ').map((piece, line) => {
        const [received, damaged = 0] = piece.split('-').map(Number);
        return { itemId: purchase(number)?.items[line]?.id, received, damaged };
      });
      return call('receive_purchase_order', purchase(number)?.id, { items, notes }, staff);
    },
    terms: async ([supplier, days]) => call('change_supplier', await supplierId(supplier), { terms: Number(days) }, staff),
    pay: async ([supplier, rupees, how, reference = '', note = '']) =>
      call('pay_supplier', await supplierId(supplier), Number(rupees), how, reference, note, staff),
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
      return call('book_expense', spent, staff);
    },
    correct: async ([product = '', kind, pieces, notes]) => {
      const [number, size] = product.split('/');
      // An adjustment sets the exact stock.
      const sql = `select public.adjust_stock(p.id, $2::shop.stock_change_kind, case $2 when 'adjustment' then p.stock_quantity else 0 end + $3::integer,
                                              $4, $5::uuid, null, $6) from public.products p where p.id = $1`;
      return query(sql, productId(number), kind, pieces, notes, staff, size);
    },
    review: async ([product, stars, userName, comment, answer], day) => {
      // Nobody has a token of this hash: only staff edit these reviews.
      const token = createHash('sha256').update(`${comment}`).digest('hex');
      await call('add_review', productId(product), { userName, rating: Number(stars), comment }, token);
      const sql = 'update public.reviews set answer = $2, answered_at = now() where comment = $1';
      if (answer) plan(day + 1, 10.4, () => query(sql, comment, answer));
    },
    'hide review': async ([comment]) => query('update public.reviews set is_published = false where comment like $1', comment),
    message: async ([name = '', subject, message, answer], day) => {
      const [firstName, lastName] = name.split(' ');
      const email = `${firstName}.${lastName}@post.example`.toLowerCase();
      await call('add_contact_message', { firstName, lastName, email, subject, message }, 'care@naqsh.example');
      const sql = 'select public.answer_message(m.id, $2, $3::uuid) from public.contact_messages m where m.email = $1';
      if (answer) plan(day + 1, 11.6, () => query(sql, email, answer, staff));
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
