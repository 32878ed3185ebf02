/** How many orders wait on this device. Only the number, so that pages without any load nothing more. */
export const KEPT_ORDERS_KEY = 'kept_orders_v1';
