import type { Access } from '#server/http/operation.ts';

/**
 * What is not for everybody on the staff and for them alone, by `METHOD /path/{parameter}`. Said a second time on purpose, apart from the tables of operations: an operation that
 * opens there by mistake, or a new one that is meant to be open, is noticed here.
 */
const OPEN: Record<string, Access> = {
  'GET /api/products': 'anyone',
  'GET /api/products/featured': 'anyone',
  'GET /api/products/new': 'anyone',
  'GET /api/products/bestsellers': 'anyone',
  'GET /api/products/search': 'anyone',
  'GET /api/products/category/{slug}': 'anyone',
  'GET /api/products/{id}': 'anyone',
  'PUT /api/products/{id}': 'anyone or staff',
  'GET /api/products/{id}/reviews': 'anyone',
  'POST /api/products/{id}/reviews': 'anyone',
  'POST /api/products/{id}/notices': 'anyone',
  'POST /api/upload/review-photo': 'anyone',
  'PUT /api/reviews/{id}': 'author or staff',
  'DELETE /api/reviews/{id}': 'author or staff',
  'GET /api/categories': 'anyone or staff',
  'GET /api/categories/slug/{slug}': 'anyone or staff',
  'GET /api/categories/{id}': 'anyone or staff',
  'GET /api/settings': 'anyone',
  'POST /api/cart/quote': 'anyone',
  'POST /api/orders': 'anyone',
  'POST /api/orders/track': 'anyone',
  'GET /api/orders/track': 'anyone',
  'POST /api/order-page': 'anyone',
  'POST /api/order-page/confirmation': 'anyone',
  'POST /api/order-page/address': 'anyone',
  'POST /api/order-page/cancellation': 'anyone',
  'POST /api/order-page/phone': 'anyone',
  'POST /api/order-page/items': 'anyone',
  'POST /api/order-page/items/quote': 'anyone',
  'GET /api/orders/mine': 'shopper',
  'POST /api/auth/signup': 'anyone',
  'POST /api/auth/login': 'anyone',
  'POST /api/auth/admin/login': 'anyone',
  'POST /api/auth/verify': 'anyone',
  'POST /api/auth/logout': 'shopper',
  'GET /api/auth/me': 'shopper',
  'GET /api/auth/addresses': 'shopper',
  'POST /api/auth/addresses': 'shopper',
  'PUT /api/auth/addresses/{id}': 'shopper',
  'DELETE /api/auth/addresses/{id}': 'shopper',
  'POST /api/auth/forgot-password': 'anyone',
  'POST /api/auth/admin/forgot-password': 'anyone',
  'POST /api/auth/reset-password/check': 'anyone',
  'POST /api/auth/reset-password': 'anyone',
  'POST /api/auth/address-proof/send': 'shopper',
  'POST /api/auth/address-proof': 'shopper',
  'POST /api/staff/invitations/check': 'anyone',
  'POST /api/staff/join': 'anyone',
  'POST /api/contact': 'anyone',
  'POST /api/missed-searches': 'anyone',
  'POST /api/newsletter': 'anyone',
  'POST /api/order-page/credit': 'anyone',
  'GET /api/health': 'anyone',
  'POST /api/staff/invitations': 'owner',
  'DELETE /api/staff/invitations/{id}': 'owner',
  'PUT /api/confirmations/rules': 'owner',
  'PUT /api/limits': 'owner',
  'POST /api/discount-codes': 'owner',
  'PUT /api/discount-codes/{id}': 'owner',
  'GET /api/audit-log': 'owner',
};

/** Who may call an operation of the API. */
export function expectedAccess(operation: string): Access {
  return OPEN[operation] ?? 'staff';
}

/** The operations that must be there for the list to be true. */
export const OPEN_OPERATIONS = Object.keys(OPEN);
