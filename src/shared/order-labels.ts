import { TIME_ZONE } from './region.ts';
import type { Order, OrderStatus } from './schemas/orders.ts';

export const STATUS_WORDS: Record<OrderStatus, string> = {
  pending: 'Order placed',
  processing: 'Being prepared',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** The way of an order that goes well. */
export const WAY: OrderStatus[] = ['pending', 'processing', 'shipped', 'delivered'];

const SHIPMENT_WORDS: Record<string, string> = {
  preparing: 'Preparing',
  shipped: 'Shipped',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  failed: 'Delivery failed',
  returned: 'Returned',
};

export function shipmentWord(status: string): string {
  return SHIPMENT_WORDS[status] ?? status;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: TIME_ZONE });

/** `2026-11-20T…` as the day it is in the shop: `20 November 2026`. Empty when it is no date. */
export function dayOf(moment: string | null): string {
  return moment && !Number.isNaN(Date.parse(moment)) ? day.format(new Date(moment)) : '';
}

/** Colour, size and pieces of something ordered, in words. */
export function itemWords({ selectedColor, selectedSize, quantity }: Omit<Order['items'][number], 'productId'>): string {
  return [selectedColor && `Color: ${selectedColor}`, selectedSize && `Size: ${selectedSize}`, `Qty: ${quantity}`]
    .filter(Boolean)
    .join(' · ');
}
