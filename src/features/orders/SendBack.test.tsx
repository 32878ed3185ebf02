import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PageReturns } from '#domain/returns/page-returns.ts';
import { nextText } from './return-texts.ts';
import { SendBack } from './SendBack.tsx';

const asked = {
  returnNumber: 'RET-1001',
  state: 'approved',
  comesBack: true,
  shopPays: false,
  sendBack: {
    by: '2026-12-11T18:59:59.000Z',
    to: { recipient: 'Naqsh Returns', phone: '042 35761234', address: '12 Mall Road', city: 'Lahore' },
    pickup: null,
  },
} as PageReturns['requests'][number];
const collected = {
  ...asked,
  sendBack: { ...asked.sendBack, pickup: { courier: 'PostEx', trackingNumber: '24100000000001' } },
} as PageReturns['requests'][number];

const textOf = (one: PageReturns['requests'][number]) =>
  renderToStaticMarkup(<SendBack asked={one} from="A••• K•••, House 15, Str…, Lahore" />).replace(/<[^>]+>/g, '');

test('a request that a courier collects says who comes, where and under which number, and asks for no postage', () => {
  const text = textOf(collected);
  expect(text).toContain('PostEx collects it from A••• K•••, House 15, Str…, Lahore, under the number 24100000000001.');
  expect(text).toContain('You pay the rider nothing.');
  expect(text).not.toMatch(/send it|You pay for/i);
  expect(text).toContain('Print a slip for the parcel');
  expect(nextText(collected)).toBe('PostEx collects the pieces. Please pack them, and write RET-1001 on the parcel.');
});

test('another one says where to, by when and at whose cost', () => {
  expect(textOf(asked)).toMatch(/Send it to.*12 Mall Road.*Please send it by 11 December 2026\. You pay for sending it back\./);
});
