import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import DeliveryQuestion from './DeliveryQuestion.tsx';

const question = {
  id: 'a'.repeat(24),
  reason: 'not_available',
  dueBy: '2099-11-27T11:00:00Z',
  answer: null,
  answeredAt: null,
  outcome: null,
};

const shown = (changes: Partial<Parameters<typeof DeliveryQuestion>[0]['question']> = {}) =>
  renderToStaticMarkup(<DeliveryQuestion question={{ ...question, ...changes }} onAnswer={async () => {}} />);

test('a shopper reads why the parcel did not arrive, until when they may answer, and the six answers', () => {
  const page = shown();
  expect(page).toContain('The rider says that nobody was there.');
  expect(page).toContain('27 Nov, 4:00 pm');
  for (const answer of [
    'Nobody came',
    'Come tomorrow after 4',
    'Correct my address',
    'No cash: I’ll pay by transfer',
    'I wanted to open it first',
    'I do not want it',
  ])
    expect(page).toContain(answer);
});

test.each([
  ['advice', 'We’ll tell the courier.'],
  ['call', 'We’ll call you about it.'],
] as const)('whoever has answered reads what it became: %s', (outcome, text) => {
  const page = shown({ answer: 'tomorrow', outcome });
  expect(page).toContain(text);
  expect(page).not.toContain('<button');
});
