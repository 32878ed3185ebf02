import type { OrderSource } from '#domain/order-sources.ts';

/** Where an order began, as lists and forms say it. */
export const ORDER_SOURCE_LABELS: Record<OrderSource, string> = {
  website: 'Website',
  instagram: 'Instagram',
  whatsapp: 'WhatsApp',
  phone: 'Phone',
  counter: 'Counter',
};

/** The same in their order: for a select. */
export const ORDER_SOURCE_NAMES = new Map(Object.entries(ORDER_SOURCE_LABELS) as [OrderSource, string][]);
