import { type ApiFailure, callApi } from '#browser/api.ts';
import { refusalOf } from '#browser/refusal.ts';
import type { AddressToSave, SavedAddress } from '#domain/accounts/addresses.ts';
import { shopperToken } from '#features/shopper/shopper-session.ts';
import { type CheckoutField, type CheckoutForm, PLACE, profileFrom } from './checkout-form.ts';
import { $savedAddresses } from './checkout-store.ts';

type Place = Pick<CheckoutForm, (typeof PLACE)[number]>;

/** The place of an address or a form, alone. */
export function placeOf({ address, city, zipCode, country }: Place): Place {
  return { address, city, zipCode, country };
}

/** Whether a form says the place of a saved address. */
export function isPlaceOf(saved: Place, form: Place): boolean {
  const shape = (text: string) => text.trim().toLowerCase();
  return PLACE.every((field) => shape(saved[field]) === shape(form[field]));
}

/** Saves where the order goes, and to whom, in the account. @throws ApiFailure */
export async function savePlace(form: CheckoutForm): Promise<SavedAddress> {
  const { name, phone } = profileFrom(form);
  const body: AddressToSave = { name, phone, ...placeOf(form) };
  const saved = await callApi<SavedAddress>('POST', '/auth/addresses', { token: shopperToken(), body });
  const others = ($savedAddresses.get() ?? []).filter(({ id }) => id !== saved.id);
  $savedAddresses.set([saved, ...others]);
  return saved;
}

const FIELDS = ['firstName', 'phone', ...PLACE] as const satisfies CheckoutField[];

/** What a refused address says at the form's fields, and below the button; there also what is wrong in the first step. */
export function refusalOfPlace({ message, errors }: ApiFailure) {
  const placed = errors.map((error) => ({ ...error, path: error.path === 'name' ? 'firstName' : error.path }));
  const { text, fieldErrors } = refusalOf({ message, errors: placed }, FIELDS);
  const contact = fieldErrors.phone ?? (fieldErrors.firstName && 'Please enter your first name');
  return { fieldErrors, text: contact ? `In Contact Information: ${contact}` : text };
}
