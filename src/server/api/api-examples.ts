import type { ApiSchemas, Json } from './api-schemas.ts';

const ID = '66f2a1c09b3e4d0012a4b101';
const TOKEN = 'kV3mX0c1QmZ0b2tlbi1vZi1hbi1leGFtcGxlLTAwMDE';
const PHOTO = '/media/products/pave-eternity-band.webp';
const PHOTO_ID = '5d1c0b9a8e7f46352413f2e1d0c9b8a7';

/** Example values by field name, or by record and field name; those of paths by their resource. */
const VALUES: Record<string, unknown> = {
  _id: ID,
  revealsADay: 20,
  rights: ['see_orders', 'see_names', 'reveal_contacts', 'send_parcels'],
  role: 'desk',
  roleName: 'Desk',
  actorName: 'sana',
  address: '12 Mall Road, Lahore',
  answer: 'Thank you!',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  answeredBy: 'sana',
  averageOrderValue: 2050,
  baseMetal: 'Brass',
  bytes: 48213,
  care: 'Keep it dry, and wipe it with a soft cloth.',
  carrier: 'TCS',
  category: 'rings',
  chainMm: 450,
  city: 'Lahore',
  cityKnown: 'Lahore',
  closure: 'Lobster clasp',
  cloudName: 'shop',
  code: 'edited_meanwhile',
  codes: ['jbsw-y3dp-ehpk-3pxp'],
  codesLeft: 10,
  color: 'Gold',
  colors: ['Gold', 'Silver'],
  comment: 'Lovely, and it arrived in two days.',
  country: 'pk',
  customerAddress: '12 Mall Road',
  cutOff: '16:00',
  customerEmail: 'hina@example.com',
  customerName: 'Hina Malik',
  customerPhone: '+923001234567',
  description: 'A slim band set with stones all the way round.',
  detail: 'Hina Malik',
  device: 'Chrome on Windows',
  editToken: TOKEN,
  email: 'hina@example.com',
  endDate: '2026-11-20',
  endpoint: 'https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM',
  estimatedDeliveryDate: '2026-11-24',
  expectedDeliveryDate: '2026-11-28',
  facebook: 'https://www.facebook.com/naqsh',
  fee: 250,
  figure: '10k+',
  filledInMs: 42_000,
  fileName: 'pave-eternity-band.webp',
  firstName: 'Hina',
  folder: 'products',
  founded: 2019,
  freeFrom: 3000,
  height: 1000,
  id: ID,
  image: PHOTO,
  images: [PHOTO],
  wornImages: [PHOTO],
  courierId: ID,
  innerMm: 17.3,
  instagram: 'https://www.instagram.com/naqsh',
  because: '',
  place: '/_astro/core.Dq3sFa1b.js:1:2345',
  reference: 'RAAST 7001234567',
  iban: 'PK36SCBL0000001123456702',
  bankName: 'Standard Chartered',
  quietFrom: '22:00',
  quietTo: '08:00',
  raastId: '03001234567',
  inTheBox: 'One ring',
  isCollected: false,
  lastDigits: '4567',
  lastName: 'Malik',
  key: 'mZ0b2tlbi1vZi1hbi1leGFt',
  lengthMm: 11,
  limit: 20,
  link: `https://shop.example/admin/join#${TOKEN}`,
  material: 'Gold-plated brass',
  message: 'Do you have this ring in size 8?',
  month: '2026-11',
  name: 'Pavé Eternity Band',
  noReturnReason: 'for hygiene',
  noReturns: '',
  notes: 'Ring the bell',
  occasions: ['party', 'gift'],
  order: 1,
  orderId: ID,
  orderNumber: 'ORD-1001',
  originalPrice: 2600,
  page: 1,
  pageKey: 'mZ0b2tlbi1vZi1hbi1leGFt',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  password: 'a long enough password',
  phone: '+923001234567',
  plating: 'Gold',
  price: 2050,
  productId: ID,
  productImage: PHOTO,
  productName: 'Pavé Eternity Band',
  proof: '123456',
  q: 'ring',
  quantity: 1,
  rating: 5,
  photoId: PHOTO_ID,
  deliveryNumber: 'PO-1001-R1',
  recipientEmail: 'hina@example.com',
  recipientName: 'Hina Malik',
  recipientPhone: '+923001234567',
  referenceNumber: 'ORD-1001',
  release: '1a2b3c4d',
  reviewCount: 12,
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  secondPhone: '+923211234567',
  secure_url: PHOTO,
  selectedColor: 'Gold',
  selectedSize: '7',
  shipmentNumber: 'SHP-1001',
  shipping: 250,
  shippingCost: 250,
  sizes: ['6', '7', '8'],
  size: '7',
  sku: 'RNG-0042-7-GLD',
  skus: ['RNG-0042-7-GLD'],
  slug: 'rings',
  replaces: 'https://fcm.googleapis.com/fcm/send/cGx2aXRhbHM',
  startDate: '2026-11-01',
  stones: 'Cubic zirconia',
  subject: 'A ring in size 8',
  subtotal: 2050,
  supplierEmail: 'orders@example.com',
  supplierName: 'Anarkali Traders',
  text: 'Free delivery from {freeFrom}',
  title: 'Made to be worn every day',
  token: TOKEN,
  total: 2300,
  totalAmount: 2300,
  trackingNumber: 'TCS-7712345678',
  unitCost: 500,
  userId: 'guest',
  userName: 'Hina',
  username: 'hina',
  weightGrams: 4.5,
  whatsapp: '923001234567',
  whenTrue: false,
  width: 1000,
  widthMm: 11.5,
  words: 'jhumka = karanphool',
  'DiscountCode.code': 'EID10',
  'NewDiscountCode.code': 'EID10',
  'DiscountCodeEdit.code': 'EID10',
  'ReturnKind.kind': 'exchange',
  'ReturnOutcome.outcome': 'exchange',
  'RefusedCode.code': 'EID10',
  'CartQuote.code': 'EID10',
  'CartQuoteRequest.code': 'EID10',
  'OrderPayload.code': 'EID10',
  'Category.name': 'Rings',
  'NewCategory.name': 'Rings',
  'CategoryEdit.name': 'Rings',
  'OrderPage.customerAddress': 'House 15, Str…, Gulshan',
  'OrderPage.customerName': 'H••• M•••',
  'OrderPage.customerPhone': '0300•••••67',
  'OrderPageLink.link': 'https://shop.example/order/ORD-1001#mZ0b2tlbi1vZi1hbi1leGFt',
  'NewReview.photos': [PHOTO_ID],
  'NewSecondFactor.code': '123456',
  'ReviewPhoto.address': PHOTO,
  'ReviewPhoto.id': PHOTO_ID,
  'SecondFactorProof.code': '123456',
  'SecondFactorSecret.address': 'otpauth://totp/Naqsh:sana?issuer=Naqsh&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  'StaffLogin.code': '123456',
  'StaffReviewPhoto.address': PHOTO,
  'StaffReviewPhoto.id': PHOTO_ID,
  'UploadedTransferPhoto.id': PHOTO_ID,
  'UploadedReviewPhoto.id': PHOTO_ID,
  'ReadyText.text': 'Salam {name}, shall we send your order {order}?',
  'ReadyTextEdit.text': 'Salam {name}, shall we send your order {order}?',
  'AuditEntry.actorName': 'sana',
  'AuditEntry.subject': 'limits',
  'PayoutNamed.account': 'PK36SCBL0000001123456702',
  'Payout.account': 'PK36SCBL0000001123456702',
  'staff.id': '3f0c8a52-6d1e-4b7a-9c35-0a1b2c3d4e5f',
};

/** Fields that exclude others of their record. */
const LEFT_OUT = ['NewDiscountCode.startsAt', 'StaffOrderPayload.code', 'DiscountCodeEdit.startsAt', 'NoticeRequest.phone'];

const FORMATS: Record<string, string> = {
  'date-time': '2026-11-20T09:30:00.000Z',
  date: '2026-11-20',
  email: 'hina@example.com',
  uri: 'https://shop.example/',
  uuid: '3f0c8a52-6d1e-4b7a-9c35-0a1b2c3d4e5f',
};

/** An id as long as its pattern wants it, behind the first word that may stand before it; null for a pattern of something else. */
function hexExample(pattern: unknown): string | null {
  const [, word, digits] = /(?:\(\?:(\w+)\|[^)]*\)-)?\[0-9a-f\]\{(\d+)\}/.exec(String(pattern)) ?? [];
  return digits ? (word ? `${word}-` : '') + ID.repeat(3).slice(0, Number(digits)) : null;
}

/** An example for a schema, the same each time. */
export function exampleOf(schemas: ApiSchemas, schema: Json, field = '', owner = ''): unknown {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return exampleOf(schemas, schemas.resolve(schema), field, name);
  }
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return VALUES[`${owner}.${field}`] ?? schema.enum[0];
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(schemas, part, field, owner)));
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return exampleOf(schemas, choices.find((choice) => !isNothing(choice)) ?? {}, field, owner);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return exampleRecord(schemas, schema, owner);
  const known = VALUES[`${owner}.${field}`] ?? VALUES[field];
  if (type === 'array') return Array.isArray(known) ? known : [exampleOf(schemas, schema.items as Json, '', owner)];
  if (typeof schema.format === 'string' && schema.format in FORMATS) return FORMATS[schema.format];
  const hex = hexExample(schema.pattern);
  if (hex && hex.length !== ID.length) return hex;
  if (known !== undefined && typeof known === (type === 'integer' ? 'number' : type)) return known;
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(Number(schema.minimum ?? 0), 3);
  if (type === 'string') return hex ?? 'A few words';
  return null;
}

/** A record with all its fields, or a map with all its keys, of which free ones have no example. */
function exampleRecord(schemas: ApiSchemas, schema: Json, owner: string): Json {
  const names = schema.propertyNames ? ((schemas.resolve(schema.propertyNames as Json).enum ?? []) as string[]) : [];
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return Object.fromEntries([
    ...names.map((name) => [name, exampleOf(schemas, schema.additionalProperties as Json)]),
    ...fields
      .filter(([name]) => !LEFT_OUT.includes(`${owner}.${name}`))
      .map(([name, field]) => [name, exampleOf(schemas, field, name, owner)]),
  ]);
}

function isNothing(schema: Json): boolean {
  return schema.type === 'null' || schema.const === '';
}
