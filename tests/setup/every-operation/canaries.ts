import type { EmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';

/** Rights that show something of an answer to some of the staff, and not to others. */
export const SHOWING_RIGHTS = ['see_names', 'see_contacts', 'see_sums', 'refund'] as const;
export type ShowingRight = (typeof SHOWING_RIGHTS)[number];

/**
 * What a column can hold that not everybody sees. `words`: typed by people, with a phone, an
 * e-mail address and an IBAN in them. `lines`: a list of pieces with their prices.
 * `payee`, `account`: where money goes, of which everybody sees the last four characters.
 */
const KINDS = {
  name: 'see_names',
  email: 'see_contacts',
  phone: 'see_contacts',
  address: 'see_contacts',
  words: 'see_contacts',
  sum: 'see_sums',
  lines: 'see_sums',
  payee: 'refund',
  account: 'refund',
} as const satisfies Record<string, ShowingRight>;
type Kind = keyof typeof KINDS;

/** Where something is planted, by table and column. What a trigger has written of a change is planted by field: `before.customer_name`. */
const PLANTED: Record<string, Record<string, Kind>> = {
  'public.orders': {
    customer_name: 'name',
    customer_email: 'email',
    customer_phone: 'phone',
    second_phone: 'phone',
    recipient_name: 'name',
    recipient_phone: 'phone',
    gift_note: 'words',
    gift_wrap: 'sum',
    customer_address: 'address',
    zip_code: 'address',
    subtotal: 'sum',
    discount: 'sum',
    shipping: 'sum',
    delivery_discount: 'sum',
    total_amount: 'sum',
    advance_verified: 'sum',
    credit_used: 'sum',
    collected: 'sum',
    refunded: 'sum',
    notes: 'words',
    discount_reason: 'words',
    cancellation_reason: 'words',
  },
  'public.order_items': { price: 'sum', discount: 'sum' },
  'public.order_events': {
    'before.customer_name': 'name',
    'after.customer_name': 'name',
    'before.customer_email': 'email',
    'after.customer_phone': 'phone',
    'after.second_phone': 'phone',
    'after.recipient_name': 'name',
    'after.recipient_phone': 'phone',
    'after.gift_note': 'words',
    'before.customer_address': 'address',
    'after.zip_code': 'address',
    'before.notes': 'words',
    'after.cancellation_reason': 'words',
    'after.discount_reason': 'words',
    'before.subtotal': 'sum',
    'after.discount': 'sum',
    'after.shipping': 'sum',
    'after.delivery_discount': 'sum',
    'after.total_amount': 'sum',
    'after.amount': 'sum',
    'after.collect': 'sum',
    'before.shipping_cost': 'sum',
    'after.items': 'lines',
    note: 'words',
  },
  'public.audit_log': {
    'before.customer_name': 'name',
    'after.name': 'name',
    'after.customer_phone': 'phone',
    'after.email': 'email',
    'before.customer_address': 'address',
    'after.notes': 'words',
    'after.total_amount': 'sum',
    'before.amount': 'sum',
  },
  'public.order_confirmations': { overridden_because: 'words' },
  'public.confirmation_attempts': { note: 'words' },
  'public.customers': { name: 'name', email: 'email', notes: 'words', credit: 'sum' },
  'shop.customer_phones': { phone: 'phone' },
  'public.shipments': { shipping_cost: 'sum', notes: 'words' },
  'shop.parcel_sums': { collect: 'sum' },
  'public.goods_back': { notes: 'words' },
  'public.payments': { amount: 'sum', reason: 'words', reference: 'words' },
  'public.advance_requests': { amount: 'sum', reason: 'words' },
  'public.advance_claims': { reference: 'words', because: 'words' },
  'public.bank_statement_lines': { amount: 'sum', reference: 'words', because: 'words' },
  'public.settlements': { control_sum: 'sum', undo_reason: 'words' },
  'public.settlement_lines': {
    order_reference: 'name',
    cod: 'sum',
    shipping: 'sum',
    gst: 'sum',
    income_tax: 'sum',
    sales_tax: 'sum',
    other_charges: 'sum',
    net: 'sum',
    owed: 'sum',
    expected_charge: 'sum',
    expected_tax: 'sum',
  },
  'public.bank_balances': { balance: 'sum' },
  'public.courier_disputes': { amount: 'sum', reason: 'words' },
  'public.courier_bookings': { collect: 'sum', charge: 'sum', problem: 'words' },
  'public.courier_charges': { charge: 'sum', further_kg: 'sum' },
  'public.courier_claims': { amount: 'sum', notes: 'words' },
  'public.shipment_labels': { due: 'sum' },
  'public.asked_sums': { asked: 'sum', due: 'sum', note: 'words' },
  'public.parcel_progress': { refused_because: 'words' },
  'public.parcel_advices': { remarks: 'words', problem: 'words' },
  'public.parcel_calls': { note: 'words' },
  'public.mail_outbox': { recipient: 'email', last_error: 'words' },
  'public.contact_messages': { first_name: 'name', last_name: 'name', email: 'email', subject: 'words', message: 'words' },
  'public.contact_answers': { answer: 'words' },
  'public.newsletter_subscribers': { email: 'email' },
  'public.stock_notices': { email: 'email', phone: 'phone' },
  'public.whatsapp_questions': { error: 'words' },
  'public.whatsapp_answers': { body: 'words' },
  'public.return_requests': { words: 'words', answer: 'words', delivery_back: 'sum' },
  'shop.return_pieces': { share: 'sum' },
  'public.return_decisions': { note: 'words' },
  'public.return_payouts': { title: 'payee', account: 'account' },
  'public.return_collections': { problem: 'words' },
};

interface Place {
  table: string;
  column: string;
  kind: Kind;
  /** Tells what was planted here from what was planted elsewhere. */
  number: number;
}

const PLACES: Place[] = Object.entries(PLANTED)
  .flatMap(([table, columns]) => Object.entries(columns).map(([column, kind]) => ({ table, column, kind })))
  .map((place, number) => ({ ...place, number: number + 10 }));

/** The places of one kind have numbers of one digit more: phones have no room for more. */
const placeOfKind = ({ kind, number }: Place) => PLACES.filter((one) => one.kind === kind && one.number < number).length;

/** Two of each canary, so that what an answer says can be compared with what it says of the other one; the rows of a table are in another order by it. */
type Version = 'a' | 'b';

/** What is planted in a place, as SQL of the row's place `k`. */
function plantedValue(place: Place, version: Version): string {
  const k = version === 'a' ? 'k' : '(999 - k)';
  const turned = `lpad(${k}::text, 3, '0')`;
  switch (place.kind) {
    case 'name':
      return `'Zq${version}n${place.number} ' || ${turned} || ' Canary'`;
    case 'email':
      return `'zq${version}e${place.number}.' || ${turned} || '@canary.example'`;
    case 'phone':
      return `'+92345${version === 'a' ? 7 : 8}${placeOfKind(place)}' || ${turned} || '28'`;
    case 'address':
      return `'House ' || ${turned} || ', Zq${version}a${place.number} Lane'`;
    case 'words':
      return `'To PK36 SCBL 0000 00${version === 'a' ? 77 : 88} 1234 ${1000 + place.number}, 0346 ${version === 'a' ? 77 : 88}' || ${turned} || '28 or zq${version}w${place.number}@canary.example'`;
    case 'payee':
      return `'Zq${version}p${place.number} ' || ${turned} || ' Holder'`;
    case 'account':
      return `'PK36ZQ${version.toUpperCase()}${place.number}X' || ${turned} || 'X9999'`;
    case 'sum':
      return sumOf(place, version, k);
    case 'lines':
      return `jsonb_build_array(jsonb_build_object('name', 'Halo Ring', 'color', null, 'size', null, 'quantity', 1, 'price', ${sumOf(place, version, k)}))`;
  }
}

function sumOf({ number }: Place, version: Version, k: string): string {
  return `(${(version === 'a' ? 4_000_000 : 6_000_000) + number * 10_000} + ${k})::numeric`;
}

/** What tells that an answer says what was planted in a place. */
function markOf(place: Place): RegExp {
  switch (place.kind) {
    case 'name':
      return new RegExp(`Zqan${place.number} `, 'i');
    case 'email':
      return new RegExp(`zqae${place.number}\\.`);
    case 'phone':
      return new RegExp(`345[ -]?7${placeOfKind(place)}\\d{3}28`);
    case 'address':
      return new RegExp(`Zqaa${place.number} `);
    case 'words':
      return new RegExp(`zqaw${place.number}@`);
    case 'payee':
      return new RegExp(`Zqap${place.number} `);
    case 'account':
      return new RegExp(`PK36ZQA${place.number}X`);
    default:
      return new RegExp(`(?<!\\d)${400 + place.number}\\d{4}(?!\\d)`);
  }
}

/** What an answer has in it that says anything of what is planted, also when sums were added up: nothing else in the shop comes to millions. */
export const TRACES: Record<ShowingRight, RegExp> = {
  see_names: /zq[ab]n\d/i,
  see_contacts: /zq[ab][aew]\d|canary\.example|34[56][ -]?[78]/i,
  see_sums: /\d{7}/,
  refund: /zq[ab]p\d|PK36ZQ/i,
};

/** Whether something is planted in a column. */
export function isPlanted(table: string, column: string): boolean {
  return PLACES.some((place) => place.table === table && place.column.split('.')[0] === column);
}

/** The places of which no answer says anything, as `table.column`. */
export function unseenPlaces(answers: string): string[] {
  return PLACES.filter((place) => !markOf(place).test(answers)).map(({ table, column }) => `${table}.${column}`);
}

/** Lets values be planted that the shop would never write. Takes a shop that is thrown away afterwards, and the names of those who read them. */
export async function openForPlanting(shop: EmbeddedShop, readers: string[]): Promise<void> {
  for (const table of Object.keys(PLANTED)) {
    const checks = await shop.rows(
      `select conname as name from pg_constraint where conrelid = '${table}'::regclass and contype = 'c'`,
    );
    for (const { name } of checks) await shop.rows(`alter table ${table} drop constraint ${name}`);
    await shop.rows(`alter table ${table} disable trigger user`);
  }
  // Everybody reads what they did themselves.
  await shop.rows(`insert into audit_log (actor, actor_name, role, kind, record_id, subject, before, after, event_id)
    select s.id, s.username, '', a.kind, a.record_id, a.subject, a.before, a.after, a.event_id from audit_log a cross join staff s where s.username in (${readers.map((name) => `'${name}'`).join(', ')})`);
}

/** Plants a canary in every place: of a right the other version, of all others the first. */
export async function plant(shop: EmbeddedShop, other?: ShowingRight): Promise<void> {
  const statements = Object.keys(PLANTED).map((table) => {
    const values = PLACES.filter((place) => place.table === table).map((place) => ({
      column: place.column,
      value: plantedValue(place, KINDS[place.kind] === other ? 'b' : 'a'),
    }));
    const columns = values.filter(({ column }) => !column.includes('.'));
    const sets = columns.map(
      ({ column, value }) =>
        `${column} = case when t.${column} is null and exists (select from ${table} o where o.${column} is not null) then null else ${value} end`,
    );
    for (const half of ['before', 'after']) {
      const fields = values.filter(({ column }) => column.startsWith(`${half}.`));
      if (fields.length === 0) continue;
      const made = fields.map(({ column, value }) => `'${column.slice(half.length + 1)}', ${value}`);
      sets.push(`${half} = coalesce(t.${half}, '{}') || jsonb_build_object(${made.join(', ')})`);
    }
    return `update ${table} t set ${sets.join(', ')}
      from (select ctid as row, row_number() over (order by ${ORDER[table] ?? 'id'}) as k from ${table} ${ONLY[table] ?? ''}) r where t.ctid = r.row`;
  });
  for (const statement of statements) await shop.rows(statement);
  await shop.rows('select shop.rebuild_order_words()');
  await shop.rows('select shop.write_customer_words(c) from public.customers c where c.merged_into is null');
  // Every row is another one now: without new statistics some reads take seconds.
  await shop.rows('analyze');
}

/** Rows can be about anything: only those about orders and people. What suppliers were paid is told to whoever buys, expenses to whoever reads reports. */
const ONLY: Record<string, string> = {
  'public.payments': 'where supplier_id is null and expense is null',
  'public.audit_log': `where kind in ('order', 'parcel', 'payment', 'customer', 'message')`,
};

/** What orders the rows of tables without an id. */
const ORDER: Record<string, string> = {
  'public.order_confirmations': 'order_id',
  'shop.customer_phones': 'customer_id, created_at',
  'shop.parcel_sums': 'shipment_id',
  'public.courier_charges': 'courier_id, valid_from, zone, up_to_grams',
  'public.asked_sums': 'shipment_id',
  'public.parcel_progress': 'booking_id',
  'shop.return_pieces': 'request_id, order_item_id',
  'public.return_payouts': 'request_id',
  'public.bank_balances': 'day',
};
