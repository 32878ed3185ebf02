/** How many orders wait on this device. Only the number, so that pages without any load nothing more. */
export const QUEUED_ORDERS_KEY = 'queued_orders_v1';
