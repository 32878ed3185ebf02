/** Where an order began. Shoppers place those of the website themselves, staff write down the others. */
export const ORDER_SOURCES = ['website', 'instagram', 'whatsapp', 'phone', 'counter'] as const;

export type OrderSource = (typeof ORDER_SOURCES)[number];

/** Where orders come from that staff write down. */
export const STAFF_ORDER_SOURCES = ['whatsapp', 'instagram', 'phone', 'counter'] as const satisfies readonly OrderSource[];
