import { expect, test } from 'vitest';
import { type OrderQuestion, questionMessage } from './question.ts';

const ring = { name: 'Halo Ring', color: 'Gold', size: '2.6', quantity: 2 };
const question: OrderQuestion = {
  orderNumber: 'ORD-10001',
  customerName: 'Ayesha Khan',
  items: [ring, { name: 'Pendant', color: null, size: null, quantity: 1 }],
  total: 2999,
  buttonKey: 'ab'.repeat(32),
};
const written = (changed: Partial<OrderQuestion> = {}) => {
  const message = questionMessage(
    'id',
    '923001234567',
    { ...question, ...changed },
    { template: 'order_confirmation', language: 'ur' },
  );
  const [body, ...buttons] = message.template.components;
  const texts = body?.parameters.map((parameter) => ('text' in parameter ? parameter.text : ''));
  return {
    message,
    texts,
    payloads: buttons.map(({ parameters: [parameter] }) => parameter && 'payload' in parameter && parameter.payload),
  };
};

test('a question names the person, the order, its pieces and its sum, in the language that is set', () => {
  const { message, texts } = written();
  expect(message).toMatchObject({ to: '923001234567', template: { name: 'order_confirmation', language: { code: 'ur' } } });
  expect(texts).toEqual(['Ayesha Khan', 'ORD-10001', '2 × Halo Ring (2.6, Gold), 1 × Pendant', 'Rs. 2,999']);
});

test('its three buttons send back what they are for and the key of the question', () => {
  const key = 'ab'.repeat(32);
  expect(written().payloads).toEqual([`confirm:${key}`, `change:${key}`, `cancel:${key}`]);
});

test('texts have no line breaks, tabs or rows of spaces, and are never empty', () => {
  expect(written({ customerName: 'Ayesha\n\tKhan      Bibi' }).texts?.[0]).toBe('Ayesha Khan Bibi');
  expect(written({ customerName: '\u200b \n' }).texts?.[0]).not.toBe('');
});

test('of a long order as many pieces are named as fit, and the others counted', () => {
  const [, , items = ''] = written({ items: Array.from({ length: 40 }, () => ring) }).texts ?? [];
  expect(items).toMatch(/^2 × Halo Ring \(2\.6, Gold\), .* \+ \d+$/);
  expect(items.length).toBeLessThan(410);
  const [, , one = ''] = written({ items: [{ ...ring, name: '💍'.repeat(900) }] }).texts ?? [];
  expect([...one]).toHaveLength(400);
  expect(one.isWellFormed()).toBe(true);
});
