import { type DraftLine, newLine } from '#admin/data/order-lines/piece-lines.ts';
import { pieceOfSku, productQuery } from '#admin/data/order-lines/piece-queries.ts';
import { queryClient } from '#admin/platform/query-client.ts';
import { SHOP } from '#built/settings.ts';
import type { ChatItem } from '#domain/chats/pieces.ts';
import { readChatOrder } from '#domain/chats/read-chat.ts';
import { MAX_LINE_QUANTITY } from '#domain/limits.ts';
import { choiceName } from '#domain/variants/choice-text.ts';
import { namesQuery } from './new-order-api.ts';
import type { ReadChat } from './order-draft.ts';

/** Longer texts are whole chats, in which nobody finds an order. */
export const MAX_CHAT_LENGTH = 8_000;

/** What a pasted chat says: the person, and the pieces that it names by link, name or SKU. */
export async function readChat(text: string): Promise<ReadChat> {
  const products = await queryClient.fetchQuery({ ...namesQuery, staleTime: 60_000 }).catch(() => []);
  const ownPhones = [SHOP.phone, SHOP.whatsapp].filter(Boolean);
  const chat = readChatOrder(text, { products, ownPhones, ownNames: [SHOP.name] });
  const found = await Promise.all(chat.items.map((item, index) => findLine(item, chat.from.items[index] ?? '')));
  const lines = found.flatMap(({ line }) => (line ? [line] : []));
  return { chat, lines, unread: [...chat.unread, ...found.flatMap(({ unread }) => unread)] };
}

/** The line of a piece that a chat asks for, and what of it the shop does not have. */
async function findLine(
  { productId, sku, quantity, size = '', color = '' }: ChatItem,
  words: string,
): Promise<{ line?: DraftLine; unread: string[] }> {
  const units = Math.min(quantity, MAX_LINE_QUANTITY);
  if (sku) {
    const piece = await pieceOfSku(sku).catch(() => undefined);
    return piece ? { line: { ...newLine(piece, units), words }, unread: [] } : { unread: [sku] };
  }
  const product = await queryClient.fetchQuery(productQuery(productId ?? '')).catch(() => undefined);
  if (!product) return { unread: [`/product/${productId}`] };
  const chosen = { color: offered(product.colors, color), size: offered(product.sizes, size) };
  const missing = choiceName({ size: chosen.size ? '' : size, color: chosen.color ? '' : color });
  return {
    line: { ...newLine({ productId: product.id, ...chosen }, units), words },
    unread: missing ? [`${product.name}: ${missing}`] : [],
  };
}

/** A choice as the product has it, empty where it does not. */
export function offered(choices: string[], asked: string): string {
  return choices.find((choice) => choice.toLowerCase() === asked.toLowerCase()) ?? '';
}
