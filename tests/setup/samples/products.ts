/** Products of the demo shop that tests name. */
export const RING = {
  id: '68f0a1000000000000000213',
  name: 'Rose Gold Halo Ring',
  price: 1850,
  color: 'Rose Gold',
  size: '7',
} as const;
export const PENDANT = { id: '68f0a1000000000000000225', name: 'Ruby Heart Pendant', price: 1350, stock: 38 } as const;
export const BRIDAL_SET = { id: '68f0a1000000000000000229', name: 'Kundan Bridal Choker Set', price: 24_500, stock: 3 } as const;
export const SOLD_OUT = { id: '68f0a1000000000000000206' } as const;

interface Line {
  productId: string;
  quantity: number;
  selectedColor?: string;
  selectedSize?: string;
}

/** What checkout sends for these lines. */
export function orderFor(items: Line[], totalAmount: number, changes: Record<string, unknown> = {}) {
  return {
    customerName: 'Ayesha Khan',
    customerEmail: 'ayesha@example.com',
    customerPhone: '0300 1234567',
    customerAddress: 'House 12, Street 4, F-7/2',
    city: 'Islamabad',
    zipCode: '44000',
    country: 'pk',
    items,
    totalAmount,
    paymentMethod: 'cash_on_delivery',
    notes: 'Order placed via website',
    ...changes,
  };
}
