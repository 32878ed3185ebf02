import { expect, test } from 'vitest';
import { toCsv } from '#domain/csv.ts';
import { contactMessage } from '#domain/messages/contact.ts';
import type { PlacedOrder } from '#domain/orders/contract.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { line, optionalLine, requiredText } from '#domain/text-fields.ts';
import { contactNotice, messageAnswer } from '#server/mail/contact-emails.ts';
import type { Email } from '#server/mail/email.ts';
import { orderConfirmation } from '#server/mail/order-confirmation.ts';
import { PAYLOADS } from '#tests/setup/samples/payloads.ts';

/** The three mails with the same words wherever somebody may type, each field as its schema keeps it. */
function mailsWith(typed: string): Email[] {
  const inLine = line(120).catch('x').parse(typed);
  const inText = requiredText(1000).catch('x').parse(typed);
  const message = contactMessage.parse({
    firstName: line(80).catch('x').parse(typed),
    lastName: optionalLine(80).catch('x').parse(typed) || 'x',
    subject: optionalLine(200).catch('x').parse(typed) || 'x',
    email: 'hina@example.com',
    message: inText,
  });
  const sender = { ...DEFAULT_SETTINGS, identity: { ...DEFAULT_SETTINGS.identity, name: inLine, legalName: inLine } };
  const item = {
    productId: 'a'.repeat(24),
    productName: inLine,
    productImage: null,
    selectedColor: inLine,
    selectedSize: inLine,
    sku: inLine,
    quantity: 1,
    price: 100,
  };
  const order: PlacedOrder = {
    id: 'a'.repeat(24),
    _id: 'a'.repeat(24),
    orderNumber: 'ORD-1001',
    pageKey: 'a'.repeat(22),
    customerName: inLine,
    customerEmail: 'hina@example.com',
    customerPhone: '+923001234567',
    secondPhone: null,
    recipientName: null,
    recipientPhone: null,
    isGift: false,
    giftNote: '',
    hidesPrices: false,
    isWrapped: false,
    customerAddress: inLine,
    city: inLine,
    cityKnown: null,
    cityTakesCash: null,
    zipCode: inLine,
    country: 'pk',
    items: [item],
    shipments: [],
    subtotal: 100,
    shipping: 0,
    totalAmount: 100,
    paymentMethod: 'cash_on_delivery',
    paymentStatus: 'pending',
    status: 'pending',
    notes: inText,
    awaitsProof: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  };
  return [
    orderConfirmation(order, sender, 'https://naqsh.example'),
    contactNotice(message, sender),
    messageAnswer({ ...message, answer: inText }, sender),
  ];
}

/** The markup of a mail without its words. Lines of typed text are told apart by breaks, which they may bring themselves. */
const tagsOf = ({ html }: Email) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag !== '<br>');

const plain = mailsWith('x').map(tagsOf);

test.each(PAYLOADS.map(({ group, name, text }) => [`${group}: ${name}`, text]))(
  '%s adds no markup and no header to a mail',
  (_, typed) => {
    const mails = mailsWith(typed);
    expect(mails.map(tagsOf)).toEqual(plain);
    for (const { subject, replyTo = '' } of mails) expect(`${subject}${replyTo}`).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  },
);

/** A table as a spreadsheet reads it: cells apart, quotes taken off. */
function cellsOf(csv: string): string[] {
  return [...csv.replace(/^\uFEFF/, '').matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(?=,|\r\n)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  );
}

test('every payload stays in its own CSV cell, whole, and none begins a formula', () => {
  const columns = [
    { name: 'Name', value: ({ name }: { name: string }) => name },
    { name: 'Price', value: () => 1 },
  ];
  const rows = PAYLOADS.map(({ text }) => ({ name: text }));
  const cells = cellsOf(toCsv(columns, rows));
  expect(cells).toHaveLength(2 + 2 * rows.length);
  const names = cells.slice(2).filter((_, place) => place % 2 === 0);
  expect(names.filter((name, place) => name !== rows[place]?.name && name !== `'${rows[place]?.name}`)).toEqual([]);
  expect(names.filter((name) => /^\s*[=+\-@|＝＋－＠\t\r\n]/.test(name))).toEqual([]);
});
