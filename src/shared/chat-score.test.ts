import { expect, test } from 'vitest';
import { CATALOGUE, CHATS, type Chat, SHOP } from './chat-order.chats.ts';
import { readChatOrder } from './chat-order.ts';
import { scoreOf } from './chat-score.ts';

const CONTEXT = { products: CATALOGUE, ownPhones: SHOP.phones };

function measured(chats: Chat[]) {
  const scores = chats.map((chat) => ({ chat, score: scoreOf(chat, readChatOrder(chat.text, CONTEXT)) }));
  const right = scores.reduce((sum, { score }) => sum + score.right, 0);
  const all = scores.reduce((sum, { score }) => sum + score.all, 0);
  return { share: right / all, silent: scores.flatMap(({ score }) => score.silent) };
}

test('seven in ten fields of forty chats are read right', () => {
  const { share, silent } = measured(CHATS);
  expect(share).toBeGreaterThan(0.7);
  expect(silent.length).toBeLessThanOrEqual(11);
});
