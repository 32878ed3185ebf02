import { expect, test } from 'vitest';
import { readChatOrder } from '#domain/chats/read-chat.ts';
import { BANGLES, CHAT_MESSAGES, CHOKER, HALO_RING, MOON, SHOP_PHONE } from './example-messages.ts';

const CONTEXT = { products: [HALO_RING, MOON, BANGLES, CHOKER], ownPhones: [SHOP_PHONE] };
const NOTHING = { name: '', phone: '', secondPhone: '', email: '', address: '', city: '', items: [], asked: [], unread: [] };

test.each(CHAT_MESSAGES)('%s', (text, gives) => {
  const { from: _, ...read } = readChatOrder(text, CONTEXT);
  expect(read).toEqual({ ...NOTHING, ...gives });
});
