import type { CartLine } from '#features/cart/cart-line.ts';
import { $delivery, subtotalOf } from '#features/cart/cart-store.ts';
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
  /** What the shopper saw: the server refuses the order when it comes to another sum. */
  totalAmount: number;
  paymentMethod: PaymentMethod;
  notes: string;
  /** The shopper wants the same order as a moment ago once more. */
  repeat?: boolean;
}

/** The order as it is sent: what was typed, what is in the cart, and the total that was shown. */
export function orderRequest(form: CheckoutForm, lines: CartLine[]): OrderRequest {
  return {
    customerName: `${form.firstName.trim()} ${form.lastName.trim()}`.trim(),
    customerEmail: form.email.trim(),
    customerPhone: form.phone.trim(),
    customerAddress: form.address.trim(),
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

/** What the shopper sees as the total. */
export function totalOf(lines: CartLine[], delivery = $delivery.get()): number {
  const subtotal = subtotalOf(lines);
  return subtotal + shippingFor(subtotal, delivery);
}
