import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { whatsappNotification } from '#domain/whatsapp/contract.ts';
import type { SendFailure } from '#server/mail/send-failure.ts';
import { type OrderQuestion, questionMessage } from '#server/whatsapp/question.ts';
import { sendMessage } from '#server/whatsapp/send-message.ts';
import { isSigned } from '#server/whatsapp/signature.ts';
import { type WhatsappSettings, whatsappSettingsOf } from '#server/whatsapp/whatsapp-variables.ts';
import { hurry } from '#tests/setup/browsers/hurry.ts';
import {
  became,
  pressed,
  signedDelivery,
  startWhatsappDouble,
  WHATSAPP,
  type WhatsappDouble,
  wrote,
} from '#tests/setup/doubles/whatsapp-double.ts';
import { FAULTS } from '#tests/setup/stack/network-faults.ts';

/** What the shop sends and reads, against a stand-in for the Cloud API that is built from the documents which tests/setup/doubles/whatsapp-double.ts names. */
let meta: WhatsappDouble;
let settings: WhatsappSettings;
beforeAll(async () => {
  meta = await startWhatsappDouble();
  const found = whatsappSettingsOf({ ...WHATSAPP, WHATSAPP_API_URL: meta.url });
  if (!('settings' in found)) throw new Error('WhatsApp is not set up');
  ({ settings } = found);
});
beforeEach(() => {
  meta.refuseWith(null);
  meta.messages.length = 0;
});
afterAll(() => meta.stop());

const question: OrderQuestion = {
  orderNumber: 'ORD-10001',
  customerName: 'Ayesha\nKhan',
  items: Array.from({ length: 30 }, (_, n) => ({
    name: `Ring ${n}  \t${'x'.repeat(90)}`,
    color: 'Gold',
    size: null,
    quantity: 1,
  })),
  total: 45_000,
  buttonKey: 'ab'.repeat(32),
};
const send = (changed: Partial<WhatsappSettings> = {}, to = '923001234567') =>
  sendMessage(questionMessage('question-1', to, question, { ...settings, ...changed }), { ...settings, ...changed });
const failure = async (sending: Promise<unknown>): Promise<Partial<SendFailure>> =>
  sending.then(
    () => ({ message: 'sent' }),
    ({ message, isProviderDown, outcome }: SendFailure) => ({ message, isProviderDown, outcome }),
  );

test('any question is taken: places and buttons are counted, its texts have no line breaks and are not too long', async () => {
  const id = await send();
  expect(meta.messages).toMatchObject([{ id, to: '923001234567', callbackData: 'question-1' }]);
  expect(meta.messages[0]?.payloads.map((payload) => payload.split(':')[0])).toEqual(['confirm', 'change', 'cancel']);
});

test.each([
  ['a wrong token', { accessToken: 'EAA-stolen' }, /190/],
  ['a number that is not the shop’s', { phoneNumberId: '7' }, /100/],
  ['a template that is not approved', { template: 'hello_world' }, /132001/],
  ['a language that it is not approved in', { language: 'ur' }, /132001/],
])('%s concerns every message: the others are kept back', async (_, changed, code) => {
  expect(await failure(send(changed))).toMatchObject({
    message: expect.stringMatching(code),
    isProviderDown: true,
    outcome: 'failed',
  });
  expect(meta.messages).toEqual([]);
});

test.each([
  ['noWhatsapp', { isProviderDown: false, outcome: 'refused' }],
  ['pairLimit', { isProviderDown: false, outcome: 'failed' }],
  ['badText', { isProviderDown: false, outcome: 'failed' }],
  ['tooLong', { isProviderDown: false, outcome: 'failed' }],
  ['otherCount', { isProviderDown: true, outcome: 'failed' }],
  ['throughput', { isProviderDown: true, outcome: 'failed' }],
] as const)('%s is told apart by its code', async (reason, expected) => {
  meta.refuseWith(reason);
  expect(await failure(send())).toMatchObject(expected);
});

test.each(FAULTS)('a service that fails (%s) is one that is down', async (fault) => {
  hurry();
  meta.refuseWith(fault);
  expect(await failure(send())).toMatchObject({ isProviderDown: true, outcome: 'failed' });
});

test('what it tells is signed over its bytes, and read', async () => {
  await send();
  const [message] = meta.messages;
  if (!message) throw new Error('Nothing arrived');
  for (const told of [
    became(message, 'failed'),
    became(message, 'read'),
    pressed('923001234567', 'confirm:x', message.id),
    wrote('923001234567', 'گولڈ 💍'),
  ]) {
    const delivery = signedDelivery('http://shop.test', JSON.stringify(told));
    const body = Buffer.from(await delivery.arrayBuffer());
    expect(isSigned(body, delivery.headers.get('X-Hub-Signature-256') ?? '', WHATSAPP.WHATSAPP_APP_SECRET)).toBe(true);
    const [{ changes: [change] = [] } = {}] = whatsappNotification.parse(JSON.parse(body.toString())).entry;
    expect([...(change?.value.messages ?? []), ...(change?.value.statuses ?? [])]).toHaveLength(1);
  }
});
