import { scanned } from '#tests/setup/samples/labels.ts';
import { LIMITS } from '#tests/setup/samples/limits.ts';
import { codeOf } from '#tests/setup/samples/one-time-codes.ts';
import { orderFor, PENDANT, RING } from '#tests/setup/samples/products.ts';
import { STAFF } from '#tests/setup/samples/staff.ts';
import type { EmbeddedShop } from '#tests/setup/stack/embedded-shop.ts';

/** Where Trax sends its webhooks. */
const HINT_SECRET = 'trax-'.repeat(6);
process.env.TRAX_HINT_SECRET = HINT_SECRET;

const MEMBER_PASSWORD = 'a long enough password';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4//8/AAX+Av5Y8msOAAAAAElFTkSuQmCC';

export interface ExampleRequest {
  path: string;
  body?: unknown;
  /** A token of the request's own, where the request uses one up. */
  token?: string;
}

/** The lists that leave the shop as files. */
const EXPORTS = [
  'audit-log',
  'newsletter',
  'orders',
  'payments',
  'products',
  'products/stock',
  'purchase-orders',
  'returns',
  'shipments',
  'stock-history',
];

type Example = (number: number) => ExampleRequest | Promise<ExampleRequest>;

/**
 * One good request for every operation of the API, by `METHOD /path/{parameter}`. Each call gives a request that has not been made yet:
 * what it needs (an order to archive, an account to sign in to) is made by staff before.
 */
export function exampleRequests(shop: EmbeddedShop, staffToken: string): Record<string, Example> {
  const make = async (path: string, typed: unknown, token?: string) => {
    const body = token === staffToken ? withProof(path, typed) : typed;
    const { status, json } = await shop.call('POST', path, { body, ...(token ? { token } : {}) });
    if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
    return json.data;
  };
  const line = { productId: RING.id, quantity: 1, selectedColor: RING.color, selectedSize: RING.size };
  const order = orderFor([line], 2050);
  const supplierOrder = {
    supplierName: 'Anarkali Traders',
    items: [{ productId: RING.id, productName: RING.name, quantity: 1, unitCost: 500 }],
  };
  const product = (n: number) => ({
    name: `Example ${n}`,
    price: 900,
    category: 'rings',
    images: ['/media/products/pave-eternity-band.webp'],
  });
  const review = { userName: 'Hina', rating: 5, comment: 'Lovely.' };
  const account = (n: number) => ({ email: `example-${n}@example.com`, password: 'a long enough password' });

  // One pixel. What a real photo becomes, tests/api/photo-uploads.test.ts says.
  const pixel = new Blob([new Uint8Array(Buffer.from(PIXEL, 'base64'))]);
  const form = (field: string, others: Record<string, string> = {}) => {
    const made = new FormData();
    for (const [name, value] of Object.entries(others)) made.append(name, value);
    made.append(field, pixel, 'pixel.png');
    return made;
  };
  const table = () => {
    const made = new FormData();
    made.append('file', new Blob([`Product ID,Price\n${PENDANT.id},1000\n`]), 'products.csv');
    return made;
  };
  const newPhoto = () => make('/api/upload', form('file'), staffToken);

  let phones = 0;
  const newPhone = () => `0399 ${7_000_000 + ++phones}`;
  const orderBy = (customerPhone: string) => make('/api/orders', { ...order, customerPhone });
  /** Each is another customer's: hundreds of one customer and day would all be twins. */
  const newOrder = () => orderBy(newPhone());
  const newCustomer = async (_: number) => {
    const { id } = await newOrder();
    const [placed] = await shop.rows(`select customer_id as id from orders where id = '${id}'`);
    return placed;
  };
  /** A customer with store credit, and the payment that gave it. */
  const newCredit = async (n: number) => {
    const { id } = await newCustomer(n);
    const { creditHistory } = await make(`/api/customers/${id}/credit`, { amount: 500, reason: 'A late parcel' }, staffToken);
    return creditHistory[0];
  };
  /** The link of an order that staff wrote down, for a customer with store credit. */
  const linkWithCredit = async () => {
    const written = { ...order, customerPhone: newPhone(), source: 'phone' };
    const { id } = await make('/api/orders/by-staff', written, staffToken);
    const [{ customer_id }] = await shop.rows(`select customer_id from orders where id = '${id}'`);
    await make(`/api/customers/${customer_id}/credit`, { amount: 500, reason: 'A late parcel' }, staffToken);
    const { json } = await shop.call('GET', `/api/orders/${id}/page-link`, { token: staffToken });
    const { pathname, hash } = new URL(json.data.link);
    return { orderNumber: pathname.split('/').at(-1), key: hash.slice(1) };
  };
  const newPaidOrder = async () => {
    const placed = await newOrder();
    await shop.call('PUT', `/api/orders/${placed.id}/status`, {
      body: { status: 'delivered', cashWith: 'us' },
      token: staffToken,
    });
    return placed;
  };
  const linkOf = ({ orderNumber, pageKey }: { orderNumber: string; pageKey: string }) => ({ orderNumber, key: pageKey });
  /** The link of an order that has arrived, and the id of its line. */
  const newArrived = async () => {
    const placed = await newPaidOrder();
    const [{ id }] = await shop.rows(`select id from order_items where order_id = '${placed.id}'`);
    return { link: linkOf(placed), items: [{ itemId: id, quantity: 1 }] };
  };
  const newReturn = async (_: number) => {
    const { link, items } = await newArrived();
    const asked = { ...link, kind: 'return', outcome: 'store_credit', reason: 'does_not_fit', items };
    const { returns } = await make('/api/order-page/returns', asked);
    return { link, ...returns.requests[0] };
  };
  const PAYOUT = { method: 'raast', title: 'Payee Example', account: '03021112223' };
  const newMoneyBack = async (_: number) => {
    const { link, items } = await newArrived();
    const asked = { ...link, kind: 'return', outcome: 'transfer', reason: 'does_not_fit', items };
    const { returns } = await make('/api/order-page/returns', asked);
    return { link, ...returns.requests[0] };
  };
  const newPayout = async (n: number) => {
    const { link, ...asked } = await newMoneyBack(n);
    await make('/api/order-page/returns/payout', { ...link, requestId: asked.id, ...PAYOUT });
    return asked;
  };
  /** A PostEx that nobody reaches: what is booked with it fails. */
  const newPostex = (n: number) => {
    Object.assign(process.env, { POSTEX_TOKEN: 'a-token', POSTEX_API_URL: 'http://127.0.0.1:9' });
    return make('/api/couriers', { name: `PostEx ${n}`, adapter: 'postex' }, staffToken);
  };
  /** An approved request whose pieces a courier collects. */
  const newPickup = async (n: number) => {
    const asked = await newPayout(n);
    await make(`/api/returns/${asked.id}/approval`, { outcome: 'transfer' }, staffToken);
    await shop.rows(`insert into return_collections (request_id, courier_id, reference, state, tracking_number, problem, claimed_until)
      values ('${asked.id}', '${(await newPostex(n)).id}', '${asked.returnNumber}', 'booked', 'RV${n}001', 'Not cancelled', now())`);
    return asked;
  };
  const newExchange = async () => {
    const { link, items } = await newArrived();
    const wanted = { productId: PENDANT.id, selectedColor: '', selectedSize: '' };
    return { ...link, kind: 'exchange', items: [{ ...items[0], wanted }] };
  };
  const newClaim = async () => {
    const { link, items } = await newArrived();
    const photo = await make('/api/upload/return-photo', form('file', link));
    const claim = { ...link, kind: 'claim', outcome: 'store_credit', reason: 'faulty', items, photoIds: [photo.id] };
    const { returns } = await make('/api/order-page/returns', claim);
    return { link, ...returns.requests[0] };
  };
  const newAskedOrder = async () => {
    const placed = await newOrder();
    await shop.call('PUT', `/api/advances/${placed.id}`, { body: { basis: 'sum', amount: 500 }, token: staffToken });
    return placed;
  };
  const lineOf = async ({ id }: { id: string }) => {
    const { json } = await shop.call('GET', `/api/packing/${id}`, { token: staffToken });
    return json.data.lines[0];
  };
  let packedPhotos = 0;
  const newPackedPhoto = async (_: number, placed?: { id: string }) => {
    const { id } = placed ?? (await newOrder());
    const taken = { key: `photo-of-parcel-${++packedPhotos}`, takenAt: '2026-11-20T18:00:00+05:00' };
    return make(`/api/packing/${id}/photos`, form('file', taken), staffToken);
  };
  let transfers = 0;
  const transactionNumber = () => `FT26${String(++transfers).padStart(6, '0')}`;
  /** What the code of a printed label says. */
  const newLabel = async () => {
    const { id } = await make('/api/shipments', { orderId: (await newOrder()).id }, staffToken);
    const [{ label }] = await make('/api/shipments/labels', { shipmentIds: [id] }, staffToken);
    return scanned(label.link);
  };
  const newTransfer = async () => {
    const placed = await newAskedOrder();
    await make('/api/order-page/transfer', { ...linkOf(placed), reference: transactionNumber() });
    const [{ id }] = await shop.rows(`select id from advance_claims where order_id = '${placed.id}'`);
    return `/api/advances/${placed.id}/transfers/${id}`;
  };
  const newProduct = (n: number) => make('/api/products', product(n), staffToken);
  const changeMany = async (body: unknown) => {
    const { json } = await shop.call('PUT', '/api/catalogue/products', { body, token: staffToken });
    return json.data;
  };
  const newCategory = (n: number) => make('/api/categories', { name: `Example ${n}` }, staffToken);
  const newReview = async () => (await make(`/api/products/${RING.id}/reviews`, review)).review;
  const newReviewWithPhoto = async () => {
    const { id } = await make('/api/upload/review-photo', form('file'));
    const written = await make(`/api/products/${RING.id}/reviews`, { ...review, photos: [id] });
    return `/api/reviews/${written.review.id}/photos/${id}`;
  };
  const newPurchaseOrder = () => make('/api/purchase-orders', supplierOrder, staffToken);
  const supplierPath = async () => `/api/suppliers/${(await newPurchaseOrder()).supplierId}`;
  const newShipment = async () => make('/api/shipments', { orderId: (await newOrder()).id }, staffToken);
  const newArrival = async (disposition = 'restocked') => {
    const { id, orderId } = await newShipment();
    await shop.call('PUT', `/api/shipments/${id}/status`, { body: { status: 'returned' }, token: staffToken });
    const { items } = (await shop.call('GET', `/api/orders/${orderId}`, { token: staffToken })).json.data;
    return { key: crypto.randomUUID(), orderId, pieces: [{ itemId: items[0].id, quantity: 1, disposition }] };
  };
  const newMessage = async () => {
    await make('/api/contact', { firstName: 'Hina', email: 'hina@example.com', message: 'Salam' });
    const [message] = await shop.rows('select id from contact_messages order by created_at desc limit 1');
    return message;
  };
  const newSubscriber = async (n: number) => {
    await make('/api/newsletter', { email: `reader-${n}@example.com` });
    const [subscriber] = await shop.rows(`select id from newsletter_subscribers where email = 'reader-${n}@example.com'`);
    return subscriber;
  };
  const newSoldOut = async (n: number) => (await make('/api/products', { ...product(n), stockQuantity: 0 }, staffToken)).id;
  const newNotice = async (n: number) => {
    const id = await newSoldOut(n);
    await make(`/api/products/${id}/notices`, { phone: '0300 1234567' });
    const [notice] = await shop.rows(`select id from stock_notices where product_id = '${id}'`);
    return notice;
  };
  const newServedNotice = async (n: number) => {
    const notice = await newNotice(n);
    const [{ product_id: productId }] = await shop.rows(`select product_id from stock_notices where id = '${notice.id}'`);
    await make('/api/stock-history/adjust', { productId, quantity: 1, transactionType: 'purchase' }, staffToken);
    return notice;
  };
  const newHeldMail = async (n: number) => {
    const [mail] = await shop.rows(`insert into mail_outbox (kind, recipient, payload, held_back_at, held_back_because)
      values ('back_in_stock', 'held-${n}@example.com', '{}', now(), 'recipient') returning id`);
    return mail;
  };
  const discountCode = (n: number) => ({
    code: `EXAMPLE${n}`,
    kind: 'percent',
    value: 10,
    productIds: [RING.id],
    categories: ['rings'],
  });
  const newDiscountCode = (n: number) => make('/api/discount-codes', discountCode(n), staffToken);
  const courier = (n: number) => ({
    name: `Kangaroo ${n}`,
    adapter: 'generic',
    fileMapping: {
      columns: [{ header: 'Contents', text: 'Artificial jewellery' }],
      referenceHeader: 'Ref',
      trackingHeader: 'CN',
    },
    cities: [{ city: 'Lahore', courierName: 'LAHORE', courierCode: 'LHE', zone: 'A' }],
    charges: [{ validFrom: '2026-11-01', zone: 'A', upToGrams: 500, charge: 200, furtherKg: 90 }],
    taxes: [{ validFrom: '2026-11-01', tax: 'income_tax', percent: 2, treatment: 'credit' }],
  });
  const newCourier = (n: number) => make('/api/couriers', courier(n), staffToken);
  /** A booking that waits for its tracking number from a portal. */
  const newBooking = async (n: number) => {
    const { id: courierId } = await make('/api/couriers', { name: `Portal ${n}` }, staffToken);
    return make('/api/bookings', { shipmentId: (await newShipment()).id, courierId }, staffToken);
  };
  /** A parcel that its rider could not hand over, with a courier that is reached by files. */
  const attemptedParcel = async (placed: { id: string; orderNumber: string }): Promise<{ id: string }> => {
    const courier = await make('/api/couriers', { name: `Rider of ${placed.orderNumber}` }, staffToken);
    const [parcel] = await shop.rows(`
      with parcel as (insert into shipments (order_id) values ('${placed.id}') returning id, shipment_number)
      insert into courier_bookings (shipment_id, courier_id, reference, collect, grams, tracking_number, state, claimed_until)
      select p.id, '${courier.id}', p.shipment_number, 0, 100, p.shipment_number, 'booked', now() from parcel p returning id`);
    await shop.rows(`insert into courier_events (courier_id, tracking_key, event_key, label, happened_at, meaning)
      select courier_id, upper(tracking_number), 'vain', 'Refused', now(), 'attempted:refused' from courier_bookings where id = '${parcel.id}'`);
    await shop.rows(`select shop.update_progress('${parcel.id}')`);
    return parcel;
  };
  /** Advice of which nobody knows whether the courier has it. */
  const parcelWithUnknownAdvice = async (): Promise<{ id: string }> => {
    const parcel = await attemptedParcel(await newOrder());
    await shop.rows(`insert into parcel_advices (booking_id, attempted_at, is_by_staff, action, state)
      select booking_id, attempted_at, true, 'retry', 'unknown' from parcel_progress where booking_id = '${parcel.id}'`);
    return parcel;
  };
  const newAttempt = async () => attemptedParcel(await newOrder());
  /** A parcel whose rider asked for another sum. */
  const newAskedSum = async () => {
    const { id } = await newShipment();
    await shop.rows(`insert into asked_sums (shipment_id, asked, due) values ('${id}', 2500, 2100)`);
    return { id };
  };
  const newUnknownLabel = async (n: number) => {
    const { id } = await newCourier(n);
    const [label] = await shop.rows(`insert into courier_labels (courier_id, label_key, label, example_tracking_number)
      values ('${id}', 'held by customs', 'Held by customs', '2241') returning id`);
    return label;
  };
  /** IBANs whose check digits fit, each with its own account number. */
  const iban = (n: number) => {
    const account = `SCBL${String(n).padStart(16, '0')}`;
    const digits = [...`${account}PK00`].map((character) => Number.parseInt(character, 36)).join('');
    return `PK${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`;
  };
  const bankAccount = (n: number) => ({
    title: `Naqsh ${n}`,
    bankName: 'Standard Chartered',
    iban: iban(n),
    raastId: '0300 1234567',
  });
  /** In the place of the accounts before: there are ten at most. */
  const newBankAccount = async (n: number) => {
    await shop.rows('delete from bank_accounts');
    return make('/api/bank-accounts', bankAccount(n), staffToken);
  };
  const statementLine = (n: number) => ({ day: '2026-11-25', amount: 10, reference: `Example ${n}` });
  const newStatementLine = async (n: number) => {
    await make('/api/bank-statement/lines', { lines: [statementLine(n)] }, staffToken);
    const [line] = await shop.rows(`select id from bank_statement_lines where reference = 'Example ${n}'`);
    return line;
  };
  /** A courier's file of one parcel that nobody knows. */
  const settlementFile = (n: number, courierId: string, row: object = {}) => ({
    courierId,
    fileName: `cpr-${n}.csv`,
    fileHash: String(n).padStart(64, '0'),
    reference: `CPR-${n}`,
    control: { parcels: 1, sum: 10 },
    rows: [
      {
        line: 2,
        trackingNumber: `EX ${n}001`,
        orderReference: 'Hina',
        outcome: 'delivered',
        cod: 42,
        shipping: 27.59,
        gst: 4.41,
        net: 10,
        ...row,
      },
    ],
  });
  const newSettlement = async (n: number) =>
    make('/api/settlements', settlementFile(n, (await newCourier(n)).id, { orderReference: 'Hina Malik' }), staffToken);
  const thisMonth = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Karachi' }).format(new Date()).slice(0, 7);
  const lastMonth = new Date(Date.parse(`${thisMonth}-01`) - 86_400_000).toISOString().slice(0, 7);
  const reopened = () =>
    shop.rows(`update closed_months set reopened_at = now(), reopen_reason = 'An example' where reopened_at is null`);
  /** A delivered parcel of which its courier paid less than it collected. */
  const newShortfall = async (n: number) => {
    const { id } = await newShipment();
    const courierId = (await newCourier(n)).id;
    await shop.rows(`update shipments set carrier = 'Kangaroo ${n}', tracking_number = 'EX${n}001' where id = '${id}'`);
    await shop.call('PUT', `/api/shipments/${id}/status`, { body: { status: 'delivered' }, token: staffToken });
    return { id, settlement: await make('/api/settlements', settlementFile(n, courierId), staffToken) };
  };
  const invitee = (n: number) => ({ email: `invited-${n}@example.com`, username: `invited-${n}` });
  const browsers: Record<number, ReturnType<EmbeddedShop['subscribe']>> = {};
  const browser = (n: number) => {
    browsers[n] ??= shop.subscribe();
    return browsers[n];
  };
  const newDevice = (n: number) => make('/api/push/devices', browser(n), staffToken);
  const newInvitation = (n: number) => make('/api/staff/invitations', invitee(n), staffToken);
  const invitationToken = async (n: number) => (await newInvitation(n)).link.split('#')[1];
  const newMember = async (n: number) => {
    const { username } = await make('/api/staff/join', { token: await invitationToken(n), password: MEMBER_PASSWORD });
    const [member] = await shop.rows(`select id from staff where username = '${username}'`);
    return member;
  };
  const helperRole = (n: number) => ({
    name: `Helper ${n}`,
    description: 'Packs before Eid',
    rights: ['see_orders', 'see_names', 'reveal_contacts', 'send_parcels'],
    revealsADay: 10,
  });
  const newRole = (n: number) => make('/api/staff/roles', helperRole(n), staffToken);
  const newDeletedOrder = async () => {
    const { id } = await newOrder();
    await shop.call('DELETE', `/api/orders/${id}`, { token: staffToken });
    return { kind: 'order', id };
  };
  /** Somebody new on the staff, signed in. */
  const newSignedIn = async (n: number) => {
    const { id } = await newMember(n);
    const { username } = invitee(n);
    const { token } = await make('/api/auth/admin/login', { username, password: MEMBER_PASSWORD });
    const [session] = await shop.rows(`select id from staff_sessions where staff_id = '${id}'`);
    return { id, token, session: session.id };
  };
  const newSecret = async (token: string) => (await make('/api/auth/admin/second-factor/secret', {}, token)).secret;
  const withSecondFactor = async (n: number) => {
    const { token } = await newSignedIn(n);
    const secret = await newSecret(token);
    const body = { password: MEMBER_PASSWORD, secret, code: codeOf(secret) };
    const { codes } = await make('/api/auth/admin/second-factor', body, token);
    return { token, proof: { password: MEMBER_PASSWORD, code: codes[0] } };
  };
  const staffSession = () => make('/api/auth/admin/login', STAFF);
  const shopperSession = (n: number) => make('/api/auth/signup', account(n));
  /** The token of the last link that was mailed to the account. */
  const linkToken = async (n: number) => {
    const [mail] = await shop.rows(
      `select payload ->> 'link_id' as id from mail_outbox where recipient = '${account(n).email}' order by created_at desc limit 1`,
    );
    const { accountLinkToken } = await import('#server/account-link-token.ts');
    return accountLinkToken(mail.id);
  };
  const resetToken = async (n: number) => {
    await shopperSession(n);
    await make('/api/auth/forgot-password', { email: account(n).email });
    return linkToken(n);
  };
  const address = {
    name: 'Hina',
    phone: '0300 1234567',
    address: '12 Mall Road',
    city: 'Lahore',
    zipCode: '54000',
    country: 'pk',
  };
  const newAddress = async (n: number) => {
    const { token } = await shopperSession(n);
    const { id } = await make('/api/auth/addresses', address, token);
    return { path: `/api/auth/addresses/${id}`, token };
  };
  const at =
    (path: string, body?: unknown): Example =>
    () => ({ path, ...(body === undefined ? {} : { body }) });
  const on =
    (made: (n: number) => Promise<{ id: string }>, path: (id: string) => string, body?: unknown): Example =>
    async (n) => ({ path: path((await made(n)).id), ...(body === undefined ? {} : { body }) });
  const onTwins =
    (action: string, why = {}) =>
    async () => {
      const phone = newPhone();
      const [one, other] = [await orderBy(phone), await orderBy(phone)];
      return { path: `/api/orders/${one.id}/twins/${action}`, body: { otherId: other.id, ...why } };
    };

  return provedExamples({
    'POST /api/auth/admin/login': at('/api/auth/admin/login', STAFF),
    'POST /api/auth/admin/logout': async () => ({
      path: '/api/auth/admin/logout',
      body: {},
      token: (await staffSession()).token,
    }),
    'GET /api/auth/admin/sessions': at('/api/auth/admin/sessions'),
    'POST /api/auth/admin/sessions/end-others': async (n) => ({
      path: '/api/auth/admin/sessions/end-others',
      body: {},
      token: (await newSignedIn(n)).token,
    }),
    'DELETE /api/auth/admin/sessions/{id}': async (n) => {
      const { token, session } = await newSignedIn(n);
      return { path: `/api/auth/admin/sessions/${session}`, token };
    },
    'GET /api/auth/admin/second-factor': at('/api/auth/admin/second-factor'),
    'POST /api/auth/admin/second-factor/secret': at('/api/auth/admin/second-factor/secret', {}),
    'POST /api/auth/admin/second-factor': async (n) => {
      const { token } = await newSignedIn(n);
      const secret = await newSecret(token);
      return { path: '/api/auth/admin/second-factor', body: { password: MEMBER_PASSWORD, secret, code: codeOf(secret) }, token };
    },
    'POST /api/auth/admin/second-factor/recovery-codes': async (n) => {
      const { token, proof } = await withSecondFactor(n);
      return { path: '/api/auth/admin/second-factor/recovery-codes', body: proof, token };
    },
    'POST /api/auth/admin/second-factor/off': async (n) => {
      const { token, proof } = await withSecondFactor(n);
      return { path: '/api/auth/admin/second-factor/off', body: proof, token };
    },
    'POST /api/auth/verify': at('/api/auth/verify', { token: staffToken }),
    'POST /api/auth/signup': (n) => ({ path: '/api/auth/signup', body: account(n) }),
    'POST /api/auth/login': async (n) => {
      await shopperSession(n);
      return { path: '/api/auth/login', body: account(n) };
    },
    'POST /api/auth/logout': async (n) => ({ path: '/api/auth/logout', body: {}, token: (await shopperSession(n)).token }),
    'GET /api/auth/me': at('/api/auth/me'),
    'GET /api/auth/addresses': at('/api/auth/addresses'),
    'POST /api/auth/addresses': async (n) => ({
      path: '/api/auth/addresses',
      body: address,
      token: (await shopperSession(n)).token,
    }),
    'PUT /api/auth/addresses/{id}': async (n) => {
      const { path, token } = await newAddress(n);
      return { path, body: { ...address, name: 'Ammi' }, token };
    },
    'DELETE /api/auth/addresses/{id}': newAddress,
    'POST /api/auth/forgot-password': at('/api/auth/forgot-password', { email: 'nobody@example.com' }),
    'POST /api/auth/admin/forgot-password': at('/api/auth/admin/forgot-password', { username: 'nobody' }),
    'POST /api/auth/reset-password/check': async (n) => ({
      path: '/api/auth/reset-password/check',
      body: { token: await resetToken(n) },
    }),
    'POST /api/auth/reset-password': async (n) => ({
      path: '/api/auth/reset-password',
      body: { token: await resetToken(n), password: 'another long password' },
    }),
    'POST /api/auth/address-proof/send': async (n) => ({
      path: '/api/auth/address-proof/send',
      body: {},
      token: (await shopperSession(n)).token,
    }),
    'POST /api/auth/address-proof': async (n) => {
      const { token } = await shopperSession(n);
      return { path: '/api/auth/address-proof', body: { token: await linkToken(n) }, token };
    },

    'GET /api/products': at('/api/products'),
    'GET /api/products/featured': at('/api/products/featured'),
    'GET /api/products/new': at('/api/products/new'),
    'GET /api/products/bestsellers': at('/api/products/bestsellers'),
    'GET /api/products/search': at('/api/products/search?q=ring'),
    'GET /api/products/category/{slug}': at('/api/products/category/rings'),
    'GET /api/products/left-over': at('/api/products/left-over'),
    'GET /api/products/stock': at('/api/products/stock'),
    'GET /api/products/{id}': at(`/api/products/${RING.id}`),
    'POST /api/products': (n) => ({ path: '/api/products', body: product(n) }),
    'PUT /api/products/{id}': at(`/api/products/${RING.id}`, { rating: 5, reviewCount: 1 }),
    'DELETE /api/products/{id}': on(newProduct, (id) => `/api/products/${id}`),
    'PUT /api/catalogue/products': at('/api/catalogue/products', { products: [{ id: RING.id }], change: { isNew: true } }),
    'POST /api/catalogue/products/archive': async (n) => ({
      path: '/api/catalogue/products/archive',
      body: { products: [{ id: (await newProduct(n)).id }] },
    }),
    'POST /api/catalogue/products/undo': async (n) => {
      const { id } = await newProduct(n);
      const { undoId } = await changeMany({ products: [{ id }], change: { isFeatured: true } });
      return { path: '/api/catalogue/products/undo', body: { undoId } };
    },
    'POST /api/catalogue/import/check': () => ({ path: '/api/catalogue/import/check', body: table() }),
    'POST /api/catalogue/import': async () => {
      const { json } = await shop.call('POST', '/api/catalogue/import/check', { body: table(), token: staffToken });
      const body = table();
      body.append('fingerprint', json.data.fingerprint);
      return { path: '/api/catalogue/import', body };
    },
    'POST /api/catalogue/photo-targets': at('/api/catalogue/photo-targets', { skus: ['BNG-0042-26-GLD'] }),
    'PUT /api/products/{id}/cost': at(`/api/products/${PENDANT.id}/cost`, { unitCost: 420 }),
    'GET /api/products/{id}/reviews': at(`/api/products/${RING.id}/reviews`),
    'POST /api/products/{id}/reviews': at(`/api/products/${RING.id}/reviews`, review),
    'POST /api/products/{id}/notices': async (n) => ({
      path: `/api/products/${await newSoldOut(n)}/notices`,
      body: { email: 'hina@example.com' },
    }),
    'GET /api/reviews': at('/api/reviews'),
    'PUT /api/reviews/{id}/visibility': on(newReview, (id) => `/api/reviews/${id}/visibility`, { isPublished: false }),
    'PUT /api/reviews/{id}/answer': on(newReview, (id) => `/api/reviews/${id}/answer`, { answer: 'Thank you!' }),
    'PUT /api/reviews/{id}': on(newReview, (id) => `/api/reviews/${id}`, { rating: 4 }),
    'PUT /api/reviews/{id}/photos/{photo}/visibility': async () => ({
      path: `${await newReviewWithPhoto()}/visibility`,
      body: { isShown: false },
    }),
    'DELETE /api/reviews/{id}/photos/{photo}': async () => ({ path: await newReviewWithPhoto() }),
    'DELETE /api/reviews/{id}': on(newReview, (id) => `/api/reviews/${id}`),

    'GET /api/categories': at('/api/categories'),
    'GET /api/categories/slug/{slug}': at('/api/categories/slug/rings'),
    'GET /api/categories/{id}': on(newCategory, (id) => `/api/categories/${id}`),
    'POST /api/categories': (n) => ({ path: '/api/categories', body: { name: `Example ${n}` } }),
    'PUT /api/categories/{id}': on(newCategory, (id) => `/api/categories/${id}`, { image: '/media/categories/rings.webp' }),
    'DELETE /api/categories/{id}': on(newCategory, (id) => `/api/categories/${id}`),
    'PUT /api/categories/{id}/toggle-status': on(newCategory, (id) => `/api/categories/${id}/toggle-status`),
    'PUT /api/categories/order/update': async (n) => ({
      path: '/api/categories/order/update',
      body: { categories: [{ id: (await newCategory(n)).id, order: n }] },
    }),

    'POST /api/cart/quote': at('/api/cart/quote', { items: [{ productId: RING.id, quantity: 1 }] }),
    'POST /api/cart/code': at('/api/cart/code', { code: 'EID10' }),
    'POST /api/orders': at('/api/orders', order),
    'POST /api/orders/by-staff': at('/api/orders/by-staff', {
      ...order,
      customerEmail: '',
      source: 'whatsapp',
      discount: { amount: 50, reason: 'A dented box' },
      totalAmount: order.totalAmount - 50,
    }),
    ...Object.fromEntries(EXPORTS.map((list) => [`GET /api/exports/${list}`, at(`/api/exports/${list}`)])),
    'GET /api/orders': at('/api/orders'),
    'GET /api/orders/mine': at('/api/orders/mine'),
    'GET /api/orders/mine/{id}/page-link': async (n) => {
      const { token } = await shopperSession(n);
      await make('/api/auth/address-proof', { token: await linkToken(n) }, token);
      return { path: `/api/orders/mine/${(await make('/api/orders', order, token)).id}/page-link`, token };
    },
    'GET /api/orders/stats': at('/api/orders/stats'),
    'GET /api/orders/track': async () => {
      const { orderNumber, customerPhone } = await newOrder();
      return { path: `/api/orders/track?orderNumber=${orderNumber}&phone=${encodeURIComponent(customerPhone)}` };
    },
    'POST /api/orders/track': async () => {
      const { orderNumber, customerPhone } = await newOrder();
      return { path: '/api/orders/track', body: { orderNumber, phone: customerPhone } };
    },
    'POST /api/orders/track/link': async () => {
      const { orderNumber, customerPhone } = await newOrder();
      return { path: '/api/orders/track/link', body: { orderNumber, phone: customerPhone } };
    },
    'POST /api/order-page': async () => ({ path: '/api/order-page', body: linkOf(await newOrder()) }),
    'POST /api/order-page/confirmation': async () => ({
      path: '/api/order-page/confirmation',
      body: { ...linkOf(await newOrder()), version: 'as it was a minute ago' },
    }),
    'POST /api/order-page/address': async () => ({
      path: '/api/order-page/address',
      body: { ...linkOf(await newOrder()), customerAddress: '12 Mall Road', city: 'Lahore' },
    }),
    'POST /api/order-page/phone': async () => {
      const placed = await newOrder();
      return {
        path: '/api/order-page/phone',
        body: { ...linkOf(placed), lastDigits: placed.customerPhone.slice(-4), customerPhone: '0345 1112223' },
      };
    },
    'POST /api/order-page/cancellation': async () => ({
      path: '/api/order-page/cancellation',
      body: { ...linkOf(await newOrder()), reason: 'Ordered twice' },
    }),
    'POST /api/order-page/cancellation/withdrawal': async () => ({
      path: '/api/order-page/cancellation/withdrawal',
      body: linkOf(await newOrder()),
    }),
    'POST /api/order-page/transfer': async () => ({
      path: '/api/order-page/transfer',
      body: { ...linkOf(await newAskedOrder()), reference: transactionNumber() },
    }),
    'POST /api/order-page/credit': async () => ({
      path: '/api/order-page/credit',
      body: { ...(await linkWithCredit()), amount: 500 },
    }),
    'POST /api/order-page/label': async () => ({ path: '/api/order-page/label', body: await newLabel() }),
    'POST /api/order-page/label/asked-sum': async () => ({
      path: '/api/order-page/label/asked-sum',
      body: { ...(await newLabel()), asked: 2500 },
    }),
    'POST /api/order-page/label/link': async () => {
      const { orderNumber, key } = await newLabel();
      return { path: '/api/order-page/label/link', body: { orderNumber, key, lastDigits: '4567' } };
    },
    'POST /api/order-page/asked-sum': async () => {
      const placed = await newOrder();
      const { shipmentNumber } = await make('/api/shipments', { orderId: placed.id }, staffToken);
      return {
        path: '/api/order-page/asked-sum',
        body: { ...linkOf(placed), shipmentNumber, asked: 2500, note: 'For the fuel, he said' },
      };
    },
    'POST /api/order-page/delivery': async () => {
      const placed = await newOrder();
      const { id } = await attemptedParcel(placed);
      const [question] = await shop.rows(`select id from delivery_questions where booking_id = '${id}'`);
      const address = { customerAddress: '9 Canal View', city: 'Lahore', zipCode: '54000' };
      const body = { ...linkOf(placed), questionId: question.id, answer: 'address', ...address };
      return { path: '/api/order-page/delivery', body };
    },
    'POST /api/order-page/items/quote': async () => ({
      path: '/api/order-page/items/quote',
      body: { ...linkOf(await newOrder()), items: [line] },
    }),
    'POST /api/order-page/items': async () => {
      const body = { ...linkOf(await newOrder()), items: [line] };
      const { json } = await shop.call('POST', '/api/order-page/items/quote', { body });
      return { path: '/api/order-page/items', body: { ...body, totalSeen: json.data.after.total } };
    },
    'PUT /api/orders/{id}/kept': on(newOrder, (id) => `/api/orders/${id}/kept`, {}),
    'GET /api/orders/number/{orderNumber}': async () => ({ path: `/api/orders/number/${(await newOrder()).orderNumber}` }),
    'GET /api/orders/{id}': on(newOrder, (id) => `/api/orders/${id}`),
    'POST /api/orders/{id}/contact': on(newOrder, (id) => `/api/orders/${id}/contact`),
    'GET /api/orders/{id}/page-link': on(newOrder, (id) => `/api/orders/${id}/page-link`),
    'PUT /api/orders/{id}': on(newOrder, (id) => `/api/orders/${id}`, { notes: 'Ring the bell' }),
    'PUT /api/orders/{id}/items': on(newOrder, (id) => `/api/orders/${id}/items`, { items: [{ ...line, quantity: 2 }] }),
    'GET /api/orders/{id}/twins': on(newOrder, (id) => `/api/orders/${id}/twins`),
    'POST /api/orders/{id}/twins/merge': onTwins('merge'),
    'POST /api/orders/{id}/twins/keep': onTwins('keep'),
    'POST /api/orders/{id}/twins/cancel': onTwins('cancel', { reason: 'Ordered twice' }),
    'GET /api/orders/{id}/timeline': on(newOrder, (id) => `/api/orders/${id}/timeline`),
    'POST /api/orders/{id}/notes': on(newOrder, (id) => `/api/orders/${id}/notes`, { note: 'Wants a gift box' }),
    'PUT /api/orders/{id}/tags': on(newOrder, (id) => `/api/orders/${id}/tags`, { tags: ['gift'] }),
    'GET /api/orders/reserved': at('/api/orders/reserved'),
    'PUT /api/orders/reserved': async () => ({
      path: '/api/orders/reserved',
      body: { orderIds: [(await newOrder()).id], reason: 'Nobody answers' },
    }),
    'PUT /api/orders/status': async () => ({
      path: '/api/orders/status',
      body: { orders: [{ id: (await newOrder()).id }], status: 'cancelled' },
    }),
    'PUT /api/orders/{id}/status': on(newOrder, (id) => `/api/orders/${id}/status`, { status: 'cancelled' }),
    'POST /api/orders/{id}/undo-delivery': on(newPaidOrder, (id) => `/api/orders/${id}/undo-delivery`),
    'DELETE /api/orders/{id}': on(newOrder, (id) => `/api/orders/${id}`),

    'GET /api/advances/{orderId}': on(newOrder, (id) => `/api/advances/${id}`),
    'PUT /api/advances/{orderId}': on(newOrder, (id) => `/api/advances/${id}`, { basis: 'sum', amount: 500 }),
    'DELETE /api/advances/{orderId}': on(newOrder, (id) => `/api/advances/${id}`),
    'POST /api/advances/{orderId}/transfers': on(newOrder, (id) => `/api/advances/${id}/transfers`, { amount: 500 }),
    'POST /api/advances/{orderId}/transfers/{transferId}/rejection': async () => ({
      path: `${await newTransfer()}/rejection`,
      body: { reason: 'Not in our account' },
    }),
    'POST /api/advances/{orderId}/transfers/{transferId}/taken-back': async () => {
      const { id } = await newOrder();
      const { transfers } = await make(`/api/advances/${id}/transfers`, { amount: 500 }, staffToken);
      return { path: `/api/advances/${id}/transfers/${transfers[0].id}/taken-back`, body: { reason: 'Of another order' } };
    },
    'GET /api/advances/transfer-photos/{photoId}': async () => {
      const link = linkOf(await newAskedOrder());
      const { id } = await make('/api/upload/transfer-photo', form('file', link));
      await make('/api/order-page/transfer', { ...link, photoId: id });
      return { path: `/api/advances/transfer-photos/${id}` };
    },

    'GET /api/packing': at('/api/packing'),
    'GET /api/packing/rules': at('/api/packing/rules'),
    'PUT /api/packing/rules': at('/api/packing/rules', { photoNeeded: false }),
    'GET /api/packing/photos/{photoId}': async (n) => ({ path: `/api/packing/photos/${(await newPackedPhoto(n)).photos[0].id}` }),
    'GET /api/packing/{code}': on(newOrder, (id) => `/api/packing/${id}`),
    'POST /api/packing/{orderId}/pieces': async (n) => {
      const placed = await newOrder();
      const { itemId, variantId } = await lineOf(placed);
      const pieces = [{ key: `example-piece-${n}`, itemId, variantId, packedAt: '2026-11-20T18:00:00+05:00' }];
      return { path: `/api/packing/${placed.id}/pieces`, body: { pieces } };
    },
    'POST /api/packing/{orderId}/photos': async (n) => ({
      path: `/api/packing/${(await newOrder()).id}/photos`,
      body: form('file', { key: `example-photo-${n}`, takenAt: '2026-11-20T18:00:00+05:00' }),
    }),
    'DELETE /api/packing/{orderId}/photos/{photoId}': async (n) => {
      const { orderId, photos } = await newPackedPhoto(n);
      return { path: `/api/packing/${orderId}/photos/${photos[0].id}` };
    },
    'POST /api/packing/{orderId}/photo-waiver': on(newOrder, (id) => `/api/packing/${id}/photo-waiver`, { reason: 'He waits' }),
    'POST /api/order-page/packed-photo': async (n) => {
      const placed = await newOrder();
      const { photos } = await newPackedPhoto(n, placed);
      return { path: '/api/order-page/packed-photo', body: { ...linkOf(placed), photoId: photos[0].id } };
    },

    'GET /api/returns': at('/api/returns'),
    'GET /api/returns/counts': at('/api/returns/counts'),
    'GET /api/returns/photos/{photoId}': async () => ({ path: `/api/returns/photos/${(await newClaim()).photoIds[0]}` }),
    'GET /api/returns/address': at('/api/returns/address'),
    'PUT /api/returns/address': at('/api/returns/address', {
      recipient: 'Naqsh Returns',
      phone: '042 35761234',
      address: '12 Mall Road',
      city: 'Lahore',
    }),
    'GET /api/returns/{id}': on(newPickup, (id) => `/api/returns/${id}`),
    'POST /api/returns/{id}/approval': on(newReturn, (id) => `/api/returns/${id}/approval`, { outcome: 'store_credit' }),
    'POST /api/returns/{id}/refusal': on(newReturn, (id) => `/api/returns/${id}/refusal`, { reason: 'It was worn' }),
    'POST /api/returns/{id}/collection': async (n) => {
      const { id } = await newReturn(n);
      await make(`/api/returns/${id}/approval`, { outcome: 'store_credit' }, staffToken);
      return { path: `/api/returns/${id}/collection`, body: { courierId: (await newPostex(n)).id } };
    },
    'POST /api/returns/{id}/collection/cancellation': on(newPickup, (id) => `/api/returns/${id}/collection/cancellation`, {
      isCancelledThere: true,
    }),
    'POST /api/returns/{id}/settlement': async () => {
      const { id } = await newClaim();
      await make(`/api/returns/${id}/approval`, { outcome: 'store_credit', comesBack: false }, staffToken);
      return { path: `/api/returns/${id}/settlement`, body: { method: 'store_credit' } };
    },
    'POST /api/order-page/returns': async () => {
      const asked = { ...(await newExchange()), outcome: 'exchange', reason: 'does_not_fit', photoIds: [] };
      return { path: '/api/order-page/returns', body: asked };
    },
    'POST /api/order-page/returns/quote': async () => ({ path: '/api/order-page/returns/quote', body: await newExchange() }),
    'POST /api/order-page/returns/payout': async (n) => {
      const { link, id } = await newMoneyBack(n);
      return { path: '/api/order-page/returns/payout', body: { ...link, requestId: id, ...PAYOUT } };
    },
    'POST /api/order-page/returns/withdrawal': async (n) => {
      const { link, id } = await newReturn(n);
      return { path: '/api/order-page/returns/withdrawal', body: { ...link, requestId: id } };
    },
    'POST /api/order-page/returns/photo': async () => {
      const { link, photoIds } = await newClaim();
      return { path: '/api/order-page/returns/photo', body: { ...link, photoId: photoIds[0] } };
    },
    'POST /api/upload/return-photo': async () => ({
      path: '/api/upload/return-photo',
      body: form('file', (await newArrived()).link),
    }),

    'GET /api/confirmations': at('/api/confirmations'),
    'GET /api/confirmations/rules': at('/api/confirmations/rules'),
    'PUT /api/confirmations/rules': at('/api/confirmations/rules', {
      gate: false,
      confirmDeliveries: 3,
      confirmBelow: 5000,
      confirmByStaff: true,
      holdScore: null,
      holdValue: 25_000,
      holdBlocked: true,
      holdUnknownCity: false,
      maxOpenOrders: null,
    }),
    'POST /api/confirmations/next': at('/api/confirmations/next', { after: null }),
    'POST /api/confirmations/{orderId}/claim': on(newOrder, (id) => `/api/confirmations/${id}/claim`),
    'DELETE /api/confirmations/{orderId}/claim': on(newOrder, (id) => `/api/confirmations/${id}/claim`),
    'POST /api/confirmations/{orderId}/attempts': on(newOrder, (id) => `/api/confirmations/${id}/attempts`, {
      how: 'call',
      outcome: 'confirmed',
    }),
    'POST /api/confirmations/{orderId}/override': on(newOrder, (id) => `/api/confirmations/${id}/override`, {
      reason: 'Paid at the counter',
    }),

    'GET /api/customers': at('/api/customers'),
    'POST /api/customers/by-phone': async () => {
      const { customerPhone } = await newOrder();
      return { path: '/api/customers/by-phone', body: { phone: customerPhone } };
    },
    'GET /api/customers/{id}': on(newCustomer, (id) => `/api/customers/${id}`),
    'PUT /api/customers/{id}': on(newCustomer, (id) => `/api/customers/${id}`, { tags: ['regular'] }),
    'POST /api/customers/{id}/merge': async (n) => ({
      path: `/api/customers/${(await newCustomer(n)).id}/merge`,
      body: { other: (await newCustomer(n)).id },
    }),

    'GET /api/purchase-orders': at('/api/purchase-orders'),
    'POST /api/purchase-orders': at('/api/purchase-orders', supplierOrder),
    'POST /api/purchase-orders/reorders': async () => {
      const [variant] = await shop.rows(
        `select id from product_variants where product_id = '${RING.id}' and archived_at is null`,
      );
      const lines = [{ variantId: variant.id, quantity: 3, supplierName: 'Anarkali Traders', unitCost: 500 }];
      return { path: '/api/purchase-orders/reorders', body: { lines } };
    },
    'GET /api/purchase-orders/stats': at('/api/purchase-orders/stats'),
    'GET /api/purchase-orders/number/{orderNumber}': async () => ({
      path: `/api/purchase-orders/number/${(await newPurchaseOrder()).orderNumber}`,
    }),
    'GET /api/purchase-orders/{id}': on(newPurchaseOrder, (id) => `/api/purchase-orders/${id}`),
    'PUT /api/purchase-orders/{id}': on(newPurchaseOrder, (id) => `/api/purchase-orders/${id}`, { notes: 'Blue boxes' }),
    'PUT /api/purchase-orders/{id}/status': on(newPurchaseOrder, (id) => `/api/purchase-orders/${id}/status`, {
      status: 'ordered',
    }),
    'GET /api/goods-back/work': at('/api/goods-back/work'),
    'GET /api/goods-back/scan': async () => ({ path: `/api/goods-back/scan?code=${(await newShipment()).shipmentNumber}` }),
    'POST /api/goods-back': async () => ({ path: '/api/goods-back', body: await newArrival() }),
    'POST /api/goods-back/{id}/inspection': async () => {
      const { goodsBack } = await make('/api/goods-back', await newArrival('to_inspect'), staffToken);
      return {
        path: `/api/goods-back/${goodsBack[0].id}/inspection`,
        body: { key: crypto.randomUUID(), quantity: 1, disposition: 'damaged' },
      };
    },
    'GET /api/purchase-orders/{id}/receipts': on(newPurchaseOrder, (id) => `/api/purchase-orders/${id}/receipts`),
    'POST /api/purchase-orders/{id}/receipts': async () => {
      const { id, items } = await newPurchaseOrder();
      return { path: `/api/purchase-orders/${id}/receipts`, body: { items: [{ itemId: items[0].id, received: 1 }] } };
    },
    'DELETE /api/purchase-orders/{id}/receipts/{receiptId}': async () => {
      const { id, items } = await newPurchaseOrder();
      const deliveries = `/api/purchase-orders/${id}/receipts`;
      await make(deliveries, { items: [{ itemId: items[0].id, received: 1 }] }, staffToken);
      const [delivery] = await shop.rows(`select id from purchase_order_deliveries where purchase_order_id = '${id}'`);
      return { path: `${deliveries}/${delivery.id}` };
    },
    'PUT /api/purchase-orders/{id}/items/{itemId}': async () => {
      const { id, items } = await newPurchaseOrder();
      return { path: `/api/purchase-orders/${id}/items/${items[0].id}`, body: { closedShort: true } };
    },
    'DELETE /api/purchase-orders/{id}': on(newPurchaseOrder, (id) => `/api/purchase-orders/${id}`),

    'GET /api/suppliers': at('/api/suppliers'),
    'GET /api/suppliers/{id}': async () => ({ path: await supplierPath() }),
    'PUT /api/suppliers/{id}': async () => ({ path: await supplierPath(), body: { terms: 30 } }),
    'POST /api/suppliers/{id}/payments': async () => ({
      path: `${await supplierPath()}/payments`,
      body: { amount: 500, method: 'cash' },
    }),

    'GET /api/shipments': at('/api/shipments'),
    'POST /api/shipments': async () => ({ path: '/api/shipments', body: { orderId: (await newOrder()).id } }),
    'POST /api/shipments/many': async () => ({
      path: '/api/shipments/many',
      body: { shipments: [{ orderId: (await newOrder()).id }] },
    }),
    'PUT /api/shipments/status': async () => ({
      path: '/api/shipments/status',
      body: { shipments: [{ id: (await newShipment()).id }], status: 'shipped' },
    }),
    'PUT /api/shipments/tracking-numbers': async (n) => ({
      path: '/api/shipments/tracking-numbers',
      body: { shipments: [{ id: (await newShipment()).id, trackingNumber: `TCS-${n}` }] },
    }),
    'POST /api/shipments/find': async () => ({
      path: '/api/shipments/find',
      body: { numbers: [(await newShipment()).shipmentNumber] },
    }),
    'POST /api/search': at('/api/search', { q: 'ring' }),
    'POST /api/shipments/labels': async () => ({
      path: '/api/shipments/labels',
      body: { shipmentIds: [(await newShipment()).id] },
    }),
    'POST /api/shipments/load-sheet': async () => ({
      path: '/api/shipments/load-sheet',
      body: { shipmentIds: [(await newShipment()).id] },
    }),
    'GET /api/shipments/asked-sums': at('/api/shipments/asked-sums'),
    'GET /api/shipments/{id}/papers': on(newShipment, (id) => `/api/shipments/${id}/papers`),
    'POST /api/shipments/{id}/asked-sum/settlement': on(newAskedSum, (id) => `/api/shipments/${id}/asked-sum/settlement`, {}),
    'PUT /api/shipments/{id}/parcel-sums': async () => {
      const { id, orderId } = await newShipment();
      await make('/api/shipments', { orderId }, staffToken);
      const { sums } = (await shop.call('GET', `/api/shipments/${id}/papers`, { token: staffToken })).json.data;
      const [first, second] = sums.parcels.map(({ shipmentId }: { shipmentId: string }) => shipmentId);
      const said = [
        { shipmentId: first, collect: sums.due - 100 },
        { shipmentId: second, collect: 100 },
      ];
      return { path: `/api/shipments/${id}/parcel-sums`, body: { sums: said, version: sums.version } };
    },
    'GET /api/shipments/stats': at('/api/shipments/stats'),
    'GET /api/shipments/number/{shipmentNumber}': async () => ({
      path: `/api/shipments/number/${(await newShipment()).shipmentNumber}`,
    }),
    'GET /api/shipments/{id}': on(newShipment, (id) => `/api/shipments/${id}`),
    'PUT /api/shipments/{id}': on(newShipment, (id) => `/api/shipments/${id}`, { carrier: 'TCS' }),
    'PUT /api/shipments/{id}/status': on(newShipment, (id) => `/api/shipments/${id}/status`, { status: 'shipped' }),
    'POST /api/shipments/{id}/undo-delivery': async () => {
      const { id } = await newShipment();
      await shop.call('PUT', `/api/shipments/${id}/status`, { body: { status: 'delivered' }, token: staffToken });
      return { path: `/api/shipments/${id}/undo-delivery` };
    },
    'DELETE /api/shipments/{id}': on(newShipment, (id) => `/api/shipments/${id}`),

    'GET /api/stock-history': at('/api/stock-history'),
    'GET /api/stock-history/stats': at('/api/stock-history/stats'),
    'GET /api/stock-history/product/{id}': at(`/api/stock-history/product/${RING.id}`),
    'POST /api/stock-history/counts': async () => {
      const [variant] = await shop.rows(
        `select sku, stock_quantity from product_variants where product_id = '${RING.id}' and archived_at is null`,
      );
      const items = [{ sku: variant.sku, counted: variant.stock_quantity + 1, stockSeen: variant.stock_quantity }];
      return { path: '/api/stock-history/counts', body: { items, notes: 'Shelf 3' } };
    },
    'POST /api/stock-history/adjust': at('/api/stock-history/adjust', {
      productId: RING.id,
      quantity: 1,
      transactionType: 'purchase',
    }),

    'GET /api/status': at('/api/status'),
    'PUT /api/status/{kind}': at('/api/status/backup', { threshold: 30, isWatched: true }),
    'GET /api/push': at('/api/push'),
    'POST /api/push/devices': (n) => ({ path: '/api/push/devices', body: browser(n) }),
    'POST /api/push/devices/seen': async (n) => {
      await newDevice(n);
      return { path: '/api/push/devices/seen', body: { endpoint: browser(n).endpoint } };
    },
    'PUT /api/push/devices/{id}': on(newDevice, (id) => `/api/push/devices/${id}`, {
      kinds: ['new_order'],
      quietFrom: '22:00',
      quietTo: '08:00',
    }),
    'DELETE /api/push/devices/{id}': on(newDevice, (id) => `/api/push/devices/${id}`),
    'POST /api/push/devices/{id}/test': on(newDevice, (id) => `/api/push/devices/${id}/test`),
    'GET /api/mails': at('/api/mails'),
    'PUT /api/mails/{id}/sent': on(newHeldMail, (id) => `/api/mails/${id}/sent`),
    'DELETE /api/mails/{id}': on(newHeldMail, (id) => `/api/mails/${id}`),
    'GET /api/stock-notices': at('/api/stock-notices'),
    'PUT /api/stock-notices/{id}/told': on(newServedNotice, (id) => `/api/stock-notices/${id}/told`),
    'DELETE /api/stock-notices/{id}': on(newNotice, (id) => `/api/stock-notices/${id}`),

    'GET /api/couriers': at('/api/couriers'),
    'POST /api/couriers': (n) => ({ path: '/api/couriers', body: courier(n) }),
    'PUT /api/couriers/{id}': async (n) => ({ path: `/api/couriers/${(await newCourier(n)).id}`, body: courier(n) }),
    'POST /api/couriers/{id}/check': on(newCourier, (id) => `/api/couriers/${id}/check`, {}),
    'POST /api/couriers/{id}/simulated-day': on(newCourier, (id) => `/api/couriers/${id}/simulated-day`, {}),
    'GET /api/couriers/weights': at('/api/couriers/weights'),
    'PUT /api/couriers/weights': at('/api/couriers/weights', {
      packingGrams: 80,
      pieceGrams: 40,
      categories: [{ category: 'rings', grams: 15 }],
    }),
    'GET /api/couriers/unknown-labels': at('/api/couriers/unknown-labels'),
    'PUT /api/couriers/unknown-labels/{id}': on(newUnknownLabel, (id) => `/api/couriers/unknown-labels/${id}`, {
      meaning: 'in_transit',
    }),
    'GET /api/dispatch': at('/api/dispatch'),
    'GET /api/under-way': at('/api/under-way?list=attempts'),
    'GET /api/under-way/counts': at('/api/under-way/counts'),
    'GET /api/under-way/{id}': on(newAttempt, (id) => `/api/under-way/${id}`),
    'POST /api/under-way/{id}/asked': on(newAttempt, (id) => `/api/under-way/${id}/asked`, {}),
    'POST /api/under-way/{id}/calls': on(newAttempt, (id) => `/api/under-way/${id}/calls`, {
      outcome: 'deliver_again',
      note: 'After 4, please call first',
      isGiven: true,
    }),
    'POST /api/under-way/{id}/advice': on(newAttempt, (id) => `/api/under-way/${id}/advice`, {
      action: 'return',
      remarks: 'The customer does not want it',
      isGiven: true,
    }),
    'POST /api/under-way/{id}/advice/outcome': on(parcelWithUnknownAdvice, (id) => `/api/under-way/${id}/advice/outcome`, {
      wasTaken: true,
    }),
    'POST /api/under-way/{id}/words': on(newAttempt, (id) => `/api/under-way/${id}/words`, { meaning: 'out_for_delivery' }),
    'PUT /api/under-way/{id}/claim': on(newAttempt, (id) => `/api/under-way/${id}/claim`, {
      amount: 2500,
      deadline: '2026-12-15',
      state: 'asked',
      notes: 'Written to claims@courier.example',
    }),
    'POST /api/under-way/{id}/claim/end': async () => {
      const { id } = await newAttempt();
      const [piece] = await shop.rows(`select i.id from order_items i join shipments s on s.order_id = i.order_id
        join courier_bookings b on b.shipment_id = s.id where b.id = '${id}' order by i.position limit 1`);
      const pieces = [{ itemId: piece.id, quantity: 1 }];
      const body = { end: 'paid', amount: 2500, paidInto: 'bank', reference: 'CLM-7001', order: 'keep', pieces };
      return { path: `/api/under-way/${id}/claim/end`, body };
    },
    'POST /api/under-way/{id}/words/undo': async () => {
      const { id } = await newAttempt();
      await make(`/api/under-way/${id}/words`, { meaning: 'out_for_delivery' }, staffToken);
      return { path: `/api/under-way/${id}/words/undo` };
    },
    'POST /api/under-way/{id}/settlement': on(newAttempt, (id) => `/api/under-way/${id}/settlement`, {
      status: 'delivered',
      reason: 'The customer has it',
    }),
    'GET /api/bookings/open': at('/api/bookings/open'),
    'POST /api/bookings': async (n) => {
      const { id: courierId } = await make('/api/couriers', { name: `Courier ${n}` }, staffToken);
      return { path: '/api/bookings', body: { shipmentId: (await newShipment()).id, courierId } };
    },
    'POST /api/bookings/{id}/cancellation': async (n) => {
      const { id } = await newBooking(n);
      await make(`/api/bookings/${id}/outcome`, { trackingNumber: `CN-${n}-C` }, staffToken);
      return { path: `/api/bookings/${id}/cancellation`, body: { isCancelledThere: true } };
    },
    'POST /api/bookings/labels': async () => ({
      path: '/api/bookings/labels',
      body: { shipmentIds: [(await newShipment()).id] },
    }),
    'GET /api/couriers/holding': at('/api/couriers/holding'),
    'GET /api/couriers/holding/parcels': at('/api/couriers/holding/parcels'),
    'PUT /api/couriers/{id}/settlement-mapping': on(newCourier, (id) => `/api/couriers/${id}/settlement-mapping`, {
      mapping: { columns: [{ header: 'COD_AMOUNT', field: 'cod' }], words: [{ word: 'Return', outcome: 'returned' }] },
    }),
    'GET /api/couriers/portal-work': at('/api/couriers/portal-work'),
    'POST /api/couriers/{id}/portal-file': on(newCourier, (id) => `/api/couriers/${id}/portal-file`, { again: false }),
    'POST /api/couriers/{id}/portal-answer': async (n) => {
      const { courierId, reference } = await newBooking(n);
      return {
        path: `/api/couriers/${courierId}/portal-answer`,
        body: { parcels: [{ reference, trackingNumber: `CN-${n}-A` }], preview: false },
      };
    },
    'POST /api/bookings/{id}/outcome': async (n) => ({
      path: `/api/bookings/${(await newBooking(n)).id}/outcome`,
      body: { trackingNumber: `KNG-${n}` },
    }),
    'GET /api/bank-accounts': at('/api/bank-accounts'),
    'GET /api/bank-accounts/shown': at('/api/bank-accounts/shown'),
    'POST /api/bank-accounts': async (n) => {
      await shop.rows('delete from bank_accounts');
      return { path: '/api/bank-accounts', body: bankAccount(n) };
    },
    'PUT /api/bank-accounts/order': async (n) => ({
      path: '/api/bank-accounts/order',
      body: { ids: [(await newBankAccount(n)).id] },
    }),
    'PUT /api/bank-accounts/{id}': async (n) => {
      const { id, updatedAt } = await newBankAccount(n);
      return { path: `/api/bank-accounts/${id}`, body: { ...bankAccount(n), title: 'Naqsh Jewellery', updatedAt } };
    },
    'POST /api/bank-accounts/{id}/approval': async (n) => {
      const { id, updatedAt } = await newBankAccount(n);
      await shop.rows(`update bank_accounts set changed_by = '{}' where id = '${id}'`);
      return { path: `/api/bank-accounts/${id}/approval`, body: { updatedAt } };
    },
    'DELETE /api/bank-accounts/{id}': async (n) => ({ path: `/api/bank-accounts/${(await newBankAccount(n)).id}` }),
    'GET /api/payments': at('/api/payments'),
    'GET /api/payments/balances': at('/api/payments/balances'),
    'POST /api/payments/expenses': at('/api/payments/expenses', {
      expense: 'advertising',
      advertises: 'website',
      spentOn: new Date().toISOString().slice(0, 10),
      amount: 500,
      method: 'bank_transfer',
    }),
    'POST /api/payments/{id}/reversal': on(newCredit, (id) => `/api/payments/${id}/reversal`, { reason: 'Given twice' }),
    'GET /api/orders/{id}/payments': on(newOrder, (id) => `/api/orders/${id}/payments`),
    'POST /api/orders/{id}/refunds': on(newPaidOrder, (id) => `/api/orders/${id}/refunds`, {
      amount: 500,
      method: 'cash',
      reason: 'An earring was scratched',
    }),
    'POST /api/customers/{id}/credit': on(newCustomer, (id) => `/api/customers/${id}/credit`, {
      amount: 500,
      reason: 'A late parcel',
    }),

    'GET /api/bank-statement/lines': at('/api/bank-statement/lines'),
    'POST /api/bank-statement/lines': (n) => ({ path: '/api/bank-statement/lines', body: { lines: [statementLine(n)] } }),
    'PUT /api/bank-statement/lines/{id}/settlements': async (n) => ({
      path: `/api/bank-statement/lines/${(await newStatementLine(n)).id}/settlements`,
      body: { settlementIds: [(await newSettlement(n)).id] },
    }),
    'DELETE /api/bank-statement/lines/{id}/settlements': async (n) => {
      const path = `/api/bank-statement/lines/${(await newStatementLine(n)).id}/settlements`;
      const body = { settlementIds: [(await newSettlement(n)).id] };
      await shop.call('PUT', path, { body, token: staffToken });
      return { path };
    },
    'GET /api/bank-statement/days': async (n) => {
      const balances = [{ day: '2026-11-25', balance: 1000 }];
      await make('/api/bank-statement/lines', { lines: [statementLine(n)], balances }, staffToken);
      return { path: '/api/bank-statement/days' };
    },
    'POST /api/bank-statement/bookings': async (n) => ({
      path: '/api/bank-statement/bookings',
      body: { matches: [{ lineId: (await newStatementLine(n)).id, orderNumber: (await newOrder()).orderNumber }] },
    }),
    'PUT /api/bank-statement/lines/{id}/reason': async (n) => ({
      path: `/api/bank-statement/lines/${(await newStatementLine(n)).id}/reason`,
      body: { reason: 'The rent' },
    }),
    'GET /api/books': at('/api/books'),
    'GET /api/books/accounts': at('/api/books/accounts'),
    'PUT /api/books/accounts': at('/api/books/accounts', { account: 'bank', name: 'Meezan Bank' }),
    'GET /api/books/month': async (n) => {
      await make('/api/settlements', settlementFile(n, (await newCourier(n)).id, { incomeTax: 1, cod: 43 }), staffToken);
      return { path: `/api/books/month?month=${thisMonth}` };
    },
    'PUT /api/books/certificates': async (n) => ({
      path: '/api/books/certificates',
      body: { month: thisMonth, courierId: (await newCourier(n)).id, tax: 'income_tax', number: `IT-${n}` },
    }),
    'POST /api/books/closings': async () => {
      await reopened();
      return { path: '/api/books/closings', body: { month: lastMonth } };
    },
    'POST /api/books/reopenings': async () => {
      await reopened();
      await make('/api/books/closings', { month: lastMonth }, staffToken);
      return { path: '/api/books/reopenings', body: { month: lastMonth, reason: 'A forgotten bill' } };
    },
    'GET /api/exports/journal': async (n) => {
      await newSettlement(n);
      return { path: `/api/exports/journal?month=${thisMonth}` };
    },
    'GET /api/settlements': async (n) => {
      await newSettlement(n);
      return { path: '/api/settlements' };
    },
    'POST /api/settlements': async (n) => ({ path: '/api/settlements', body: settlementFile(n, (await newCourier(n)).id) }),
    'POST /api/settlements/check': async (n) => ({
      path: '/api/settlements/check',
      body: settlementFile(n, (await newCourier(n)).id),
    }),
    'POST /api/settlements/shortfalls': async (n) => ({
      path: '/api/settlements/shortfalls',
      body: { shipmentId: (await newShortfall(n)).id, reason: 'Their rider left' },
    }),
    'GET /api/money/orders': async (n) => {
      await newShortfall(n);
      return { path: '/api/money/orders?state=short' };
    },
    'GET /api/money/claims': at('/api/money/claims'),
    'GET /api/money/refunds': at('/api/money/refunds'),
    'GET /api/disputes': async (n) => {
      await newShortfall(n);
      return { path: '/api/disputes' };
    },
    'GET /api/disputes/couriers': async (n) => {
      await newShortfall(n);
      return { path: '/api/disputes/couriers' };
    },
    'POST /api/disputes/asked': async (n) => ({
      path: '/api/disputes/asked',
      body: { ids: [`cash-${(await newShortfall(n)).id}`] },
    }),
    'POST /api/disputes/{id}/end': async (n) => ({
      path: `/api/disputes/cash-${(await newShortfall(n)).id}/end`,
      body: { end: 'accepted', reason: 'Their rider left' },
    }),
    'GET /api/settlements/{id}': async (n) => ({ path: `/api/settlements/${(await newShortfall(n)).settlement.id}` }),
    'POST /api/settlements/{id}/undo': on(newSettlement, (id) => `/api/settlements/${id}/undo`, { reason: 'The wrong file' }),
    'GET /api/discount-codes': at('/api/discount-codes'),
    'POST /api/discount-codes': (n) => ({ path: '/api/discount-codes', body: discountCode(n) }),
    'PUT /api/discount-codes/{id}': async (n) => ({
      path: `/api/discount-codes/${(await newDiscountCode(n)).id}`,
      body: { ...discountCode(n), isPaused: true },
    }),

    'GET /api/ready-texts': at('/api/ready-texts'),
    'PUT /api/ready-texts': at('/api/ready-texts', { key: 'confirm', language: 'en', text: null, updatedAt: null }),

    'POST /api/upload': at('/api/upload', form('file')),
    'POST /api/upload/single': at('/api/upload/single', form('file')),
    'POST /api/upload/multiple': at('/api/upload/multiple', form('files')),
    'POST /api/upload/review-photo': at('/api/upload/review-photo', form('file')),
    'POST /api/upload/transfer-photo': async () => ({
      path: '/api/upload/transfer-photo',
      body: form('file', linkOf(await newAskedOrder())),
    }),
    'GET /api/upload/config': at('/api/upload/config'),
    'GET /api/photos': at('/api/photos'),
    'GET /api/photos/folders': at('/api/photos/folders'),
    'DELETE /api/upload/{name}': async () => ({ path: `/api/upload/${(await newPhoto()).name}` }),

    'GET /api/analytics/dashboard': at('/api/analytics/dashboard'),
    'GET /api/analytics/today': at('/api/analytics/today'),
    'GET /api/analytics/sales': at('/api/analytics/sales'),
    'GET /api/analytics/profit': at('/api/analytics/profit'),
    'GET /api/analytics/profit/days': at('/api/analytics/profit/days'),
    'GET /api/analytics/profit/orders/{orderId}': async () => ({ path: `/api/analytics/profit/orders/${(await newOrder()).id}` }),
    'PUT /api/analytics/packing-cost': at('/api/analytics/packing-cost', { perParcel: 45.5 }),
    'GET /api/analytics/stock': at('/api/analytics/stock'),
    'GET /api/analytics/stock/pieces': at('/api/analytics/stock/pieces'),
    'GET /api/analytics/reorder': at('/api/analytics/reorder'),
    'POST /api/courier-hints/{secret}': at(`/api/courier-hints/${HINT_SECRET}`, {
      tracking_number: '202220001234',
      status: 'Shipment - Delivered',
    }),
    'POST /api/contact': at('/api/contact', { firstName: 'Hina', email: 'hina@example.com', message: 'Salam' }),
    'POST /api/newsletter': at('/api/newsletter', { email: 'hina@example.com' }),
    'POST /api/browser-errors': at('/api/browser-errors', {
      message: 'TypeError: items is not iterable',
      page: '/products',
      release: '1.0.0',
    }),
    'POST /api/missed-searches': at('/api/missed-searches', { search: 'payal' }),
    'GET /api/missed-searches': at('/api/missed-searches'),
    'DELETE /api/missed-searches/{term}': at('/api/missed-searches/payal'),
    'GET /api/settings': at('/api/settings'),
    'GET /api/settings/figures': at('/api/settings/figures'),
    'PUT /api/settings': at('/api/settings', { returns: { days: 14 } }),
    'GET /api/limits': at('/api/limits'),
    'PUT /api/limits': at('/api/limits', LIMITS),
    'GET /api/audit-log': at('/api/audit-log'),
    'GET /api/audit-log/mine': at('/api/audit-log/mine'),
    'GET /api/audit-log/figures': at('/api/audit-log/figures'),
    'GET /api/audit-log/figures/mine': at('/api/audit-log/figures/mine'),
    'GET /api/site-builds': at('/api/site-builds'),
    'POST /api/site-builds': at('/api/site-builds'),
    'GET /api/newsletter': at('/api/newsletter'),
    'DELETE /api/newsletter/{id}': on(newSubscriber, (id) => `/api/newsletter/${id}`),
    'GET /api/messages': at('/api/messages'),
    'PUT /api/messages/{id}/status': on(newMessage, (id) => `/api/messages/${id}/status`, { status: 'read' }),
    'POST /api/messages/{id}/answers': on(newMessage, (id) => `/api/messages/${id}/answers`, { answer: 'Walaikum salam' }),

    'GET /api/staff': at('/api/staff'),
    'GET /api/staff/invitations': at('/api/staff/invitations'),
    'POST /api/staff/invitations': (n) => ({ path: '/api/staff/invitations', body: invitee(n) }),
    'DELETE /api/staff/invitations/{id}': on(newInvitation, (id) => `/api/staff/invitations/${id}`),
    'POST /api/staff/invitations/check': async (n) => ({
      path: '/api/staff/invitations/check',
      body: { token: await invitationToken(n) },
    }),
    'POST /api/staff/join': async (n) => ({
      path: '/api/staff/join',
      body: { token: await invitationToken(n), password: 'a long enough password' },
    }),
    'GET /api/staff/roles': at('/api/staff/roles'),
    'POST /api/staff/roles': (n) => ({ path: '/api/staff/roles', body: helperRole(n) }),
    'PUT /api/staff/roles/{id}': async (n) => {
      const { id, ...made } = await newRole(n);
      return {
        path: `/api/staff/roles/${id}`,
        body: { ...helperRole(n), description: 'Helps before Eid', updatedAt: made.updatedAt },
      };
    },
    'DELETE /api/staff/roles/{id}': on(newRole, (id) => `/api/staff/roles/${id}`),
    'PUT /api/staff/{id}/role': on(newMember, (id) => `/api/staff/${id}/role`, { role: 'desk' }),
    'GET /api/staff/second-factor': at('/api/staff/second-factor'),
    'PUT /api/staff/second-factor': at('/api/staff/second-factor', { isRequired: false }),
    'GET /api/staff/{id}/sessions': on(newMember, (id) => `/api/staff/${id}/sessions`),
    'DELETE /api/staff/{id}/sessions/{session}': async (n) => {
      const { id, session } = await newSignedIn(n);
      return { path: `/api/staff/${id}/sessions/${session}` };
    },
    'POST /api/staff/{id}/second-factor/reset': on(newMember, (id) => `/api/staff/${id}/second-factor/reset`, {}),
    'PUT /api/staff/{id}/active': on(newMember, (id) => `/api/staff/${id}/active`, { isActive: false }),
    'POST /api/staff/{id}/sign-out': on(newMember, (id) => `/api/staff/${id}/sign-out`),

    'GET /api/deleted': at('/api/deleted'),
    'POST /api/deleted/restore': async () => ({ path: '/api/deleted/restore', body: await newDeletedOrder() }),
    'GET /api/health': at('/api/health'),
  });
}

/** Whoever sends these proves that it is them. */
const PROVED = /^\/api\/(staff|bank-accounts|returns\/address)(?!\/(join|invitations\/check))/;

/** A body with the proof of Sana, who has no second factor. */
function withProof(path: string, body: unknown): unknown {
  return PROVED.test(path) ? { ...(body as object), proof: STAFF.password } : body;
}

function provedExamples(examples: Record<string, Example>): Record<string, Example> {
  const entries = Object.entries(examples).map(([operation, example]): [string, Example] => {
    if (operation.startsWith('GET')) return [operation, example];
    return [
      operation,
      async (number) => {
        const { body, ...request } = await example(number);
        const proved = withProof(request.path, body);
        return proved === undefined ? request : { ...request, body: proved };
      },
    ];
  });
  return Object.fromEntries(entries);
}
