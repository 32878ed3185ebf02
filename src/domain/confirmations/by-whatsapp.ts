import { whatsappLink } from '#domain/whatsapp/link.ts';

/**
 * Four digits that only the person who placed an order and staff can know: with them, a message says that its sender saw the order's
 * thank-you page or mail. From the random end of its id, which nobody else is told.
 */
export function confirmationCode(orderId: string): string {
  return String(Number.parseInt(orderId.slice(-12), 16) % 10_000).padStart(4, '0');
}

/** Opens the shopper's chat with the shop, with the message that confirms their order. `shopNumber` in any spelling. */
export function confirmByWhatsapp(shopNumber: string, { id, orderNumber }: { id: string; orderNumber: string }): string {
  return whatsappLink(shopNumber, `I confirm my order ${orderNumber}. Code: ${confirmationCode(id)}`);
}
