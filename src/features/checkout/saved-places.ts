import { type ApiFailure, callApi } from '#browser/api.ts';
import { refusalOf } from '#browser/refusal.ts';
import type { AddressToSave, SavedAddress } from '#domain/accounts/addresses.ts';
import { normalizePhone, readPhones } from '#domain/phone.ts';
import { shopperToken } from '#features/shopper/shopper-session.ts';
import { type CheckoutField, type CheckoutForm, PLACE, placeOf, profileFrom } from './checkout-form.ts';
import { $savedAddresses } from './checkout-store.ts';

type Place = ReturnType<typeof placeOf>;

/** What a chosen address fills in: its place, and whom it is for where that is not the customer. */
export function deliveryTo(saved: SavedAddress, form: CheckoutForm) {
  const own = profileFrom(form);
  const read = readPhones(saved.phone);
  const phone = 'error' in read ? '' : read.phone;
  return {
    ...placeOf(saved),
    recipientName: shape(saved.name) === shape(own.name) ? '' : saved.name,
    recipientPhone: phone === normalizePhone(own.phone) ? '' : phone,
  };
}

/** Whether a form says the place of a saved address. */
export function isPlaceOf(saved: Place, form: Place): boolean {
  return PLACE.every((field) => shape(saved[field]) === shape(form[field]));
}

const shape = (text: string) => text.trim().toLowerCase();

/** Saves where the order goes, and to whom, in the account. @throws ApiFailure */
export async function savePlace(form: CheckoutForm): Promise<SavedAddress> {
  const { name, phone } = profileFrom(form);
  const to = { name: form.recipientName.trim() || name, phone: form.recipientPhone.trim() || phone };
  const body: AddressToSave = { ...to, ...placeOf(form) };
  const saved = await callApi<SavedAddress>('POST', '/auth/addresses', { token: shopperToken(), body });
  const others = ($savedAddresses.get() ?? []).filter(({ id }) => id !== saved.id);
  $savedAddresses.set([saved, ...others]);
  return saved;
}

const FIELDS = ['firstName', 'phone', 'recipientName', 'recipientPhone', ...PLACE] as const satisfies CheckoutField[];

/** What a refused address says at the form's fields, and below the button; there also what is wrong in the first step. */
export function refusalOfPlace({ message, errors }: ApiFailure, form: CheckoutForm) {
  const fieldOf: Record<string, CheckoutField> = {
    name: form.recipientName.trim() ? 'recipientName' : 'firstName',
    phone: form.recipientPhone.trim() ? 'recipientPhone' : 'phone',
  };
  const placed = errors.map((error) => ({ ...error, path: fieldOf[error.path] ?? error.path }));
  const { text, fieldErrors } = refusalOf({ message, errors: placed }, FIELDS);
  const contact = fieldErrors.phone ?? (fieldErrors.firstName && 'Please enter your first name');
  return { fieldErrors, text: contact ? `In Contact Information: ${contact}` : text };
}
