import type { CartLine } from '#features/cart/cart-line.ts';
import { subtotalOf } from '#features/cart/cart-store.ts';
import { $delivery } from '#features/cart/current-prices.ts';
import type { PaymentMethod } from '#shared/schemas/orders.ts';
import { shippingFor } from '#shared/shop.ts';
import type { CheckoutForm } from './checkout-form.ts';

/** The body of `POST /api/orders`. */
export interface OrderRequest {
  customerName: string;
  customerEmail: string;
  customerPhone: string;
  customerAddress: string;
  city: string;
  zipCode: string;
  country: string;
  items: {
    productId: string;
    productName: string;
    productImage: string;
    quantity: number;
    price: number;
    selectedColor?: string;
    selectedSize?: string;
  }[];
  /** The total shown; the server refuses the order if it calculates another one. */
  totalAmount: number;
  paymentMethod: PaymentMethod;
  notes: string;
  /** The shopper really wants the order of a moment ago a second time. */
  repeat?: boolean;
}

/** Builds the order from the form, the cart and the total shown. */
export function orderRequest(form: CheckoutForm, lines: CartLine[]): OrderRequest {
  return {
    customerName: `${form.firstName.trim()} ${form.lastName.trim()}`.trim(),
    customerEmail: form.email.trim(),
    customerPhone: form.phone.trim(),
    // Typed in lines, stored in one.
    customerAddress: form.address.trim().replace(/[\s,،]*\n[\s,،]*/g, ', '),
    city: form.city.trim(),
    zipCode: form.zipCode.trim(),
    country: form.country,
    items: lines.map(({ product, quantity, selectedColor, selectedSize }) => ({
      productId: product.id,
      productName: product.name,
      productImage: product.image,
      quantity,
      price: product.price,
      ...(selectedColor && { selectedColor }),
      ...(selectedSize && { selectedSize }),
    })),
    totalAmount: totalOf(lines),
    paymentMethod: 'cash_on_delivery',
    notes: 'Order placed via website',
  };
}

/** The total shown to the shopper. */
export function totalOf(lines: CartLine[], delivery = $delivery.get()): number {
  const subtotal = subtotalOf(lines);
  return subtotal + shippingFor(subtotal, delivery);
}
