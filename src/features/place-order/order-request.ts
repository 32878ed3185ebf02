import type * as z from 'zod';
import type { orderPayload } from '#domain/orders/contract.ts';
import { WEBSITE_NOTE } from '#domain/orders/website-note.ts';

/** The body of `POST /api/orders`. Its total is the one shown: the server refuses the order if it calculates another one. */
export type OrderRequest = z.input<typeof orderPayload>;

/**
 * What the shopper typed. `isGift` and `hidesPrices` are `1` or empty, `giftWrap` is what it was said to cost, empty where it is not wanted; both count for
 * nothing unless it is a gift.
 */
export type OrderForm = Record<
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'phone'
  | 'address'
  | 'city'
  | 'zipCode'
  | 'country'
  | 'recipientName'
  | 'recipientPhone'
  | 'isGift'
  | 'giftNote'
  | 'hidesPrices'
  | 'giftWrap',
  string
>;

interface OrderLine {
  product: { id: string; name: string; image: string; price: number };
  quantity: number;
  selectedColor?: string;
  selectedSize?: string;
}

/** Builds the order from the form, the cart and the total shown, in rupees. */
export function orderRequest(form: OrderForm, lines: OrderLine[], totalAmount: number): OrderRequest {
  return {
    customerName: `${form.firstName.trim()} ${form.lastName.trim()}`.trim(),
    customerEmail: form.email.trim(),
    customerPhone: form.phone.trim(),
    // Typed in lines, stored in one.
    customerAddress: form.address.trim().replace(/[\s,،]*\n[\s,،]*/g, ', '),
    city: form.city.trim(),
    zipCode: form.zipCode.trim(),
    country: form.country,
    ...giftOf(form),
    items: lines.map(({ product, quantity, selectedColor, selectedSize }) => ({
      productId: product.id,
      productName: product.name,
      productImage: product.image,
      quantity,
      price: product.price,
      ...(selectedColor && { selectedColor }),
      ...(selectedSize && { selectedSize }),
    })),
    totalAmount,
    paymentMethod: 'cash_on_delivery',
    notes: WEBSITE_NOTE,
  };
}

/** Only what was filled in: the request of an order that is no gift is what it always was. */
function giftOf({ recipientName, recipientPhone, isGift, giftNote, hidesPrices, giftWrap }: OrderForm) {
  return {
    ...(recipientName.trim() && { recipientName: recipientName.trim() }),
    ...(recipientPhone.trim() && { recipientPhone: recipientPhone.trim() }),
    ...(isGift && {
      isGift: true,
      giftNote: giftNote.trim(),
      hidesPrices: hidesPrices !== '',
      wantsGiftWrap: giftWrap !== '',
    }),
  };
}
