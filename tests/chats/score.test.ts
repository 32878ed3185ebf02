import { describe, expect, test } from 'vitest';
import { readChatOrder } from '#domain/chats/read-chat.ts';
import { CATALOG, CHATS, FURTHER, HELD_OUT, SHOP } from './example-chats.ts';
import { scoreOf } from './score.ts';

const CONTEXT = { products: CATALOG, ownPhones: SHOP.phones, ownNames: [SHOP.name] };

describe.each([
  ['that the reader was made with', CHATS],
  ['that came later', HELD_OUT],
  ['that came last', FURTHER],
])('chats %s', (_, chats) => {
  const scores = chats.map((chat) => ({ about: chat.about, ...scoreOf(chat, readChatOrder(chat.text, CONTEXT)) }));

  test('are read right in nine of ten fields', () => {
    const [right, all] = (['right', 'all'] as const).map((what) => scores.reduce((sum, score) => sum + score[what], 0));
    const wrong = scores.flatMap(({ about, wrong }) => (wrong.length > 0 ? [{ about, wrong }] : []));
    expect((right ?? 0) / (all ?? 1), JSON.stringify(wrong, null, 2)).toBeGreaterThanOrEqual(0.9);
  });

  test('give no wrong piece without a question', () => {
    expect(scores.flatMap(({ about, silent }) => silent.map((piece) => ({ about, piece })))).toEqual([]);
  });
});
