import { asRecord } from '#browser/storage.ts';
import type { DeviceProfile } from '#features/shopper/device-profile.ts';
import { cityIn } from '#shared/cities.ts';

/** What the shopper types on the way to an order. */
export interface CheckoutForm {
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  address: string;
  city: string;
  zipCode: string;
  country: string;
}

export type CheckoutField = keyof CheckoutForm;

export const EMPTY_FORM: CheckoutForm = {
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  address: '',
  city: '',
  zipCode: '',
  country: 'pk',
};

export const STEPS = ['Contact Information', 'Shipping Address', 'Shipping & Payment'] as const;
export const LAST_STEP = STEPS.length - 1;

export const INCOMPLETE = 'Please fill required fields (email, first name, phone, address) and ensure cart is not empty.';

const REQUIRED: Partial<CheckoutForm> = {
  email: 'Please enter your email',
  firstName: 'Please enter your first name',
  phone: 'Please enter your phone number',
  address: 'Please enter your address',
};

/** What the server calls the fields. */
const FIELD_OF_PATH: Record<string, CheckoutField> = {
  customerEmail: 'email',
  customerName: 'firstName',
  customerPhone: 'phone',
  customerAddress: 'address',
  city: 'city',
  zipCode: 'zipCode',
  country: 'country',
};

/** What was typed before, as far as it can be read. */
export function parseForm(found: unknown): CheckoutForm {
  const kept = asRecord(found);
  const typed = Object.keys(EMPTY_FORM).filter((field) => typeof kept[field] === 'string');
  return { ...EMPTY_FORM, ...Object.fromEntries(typed.map((field) => [field, kept[field]])) };
}

/** A form begun with what this device knows of the shopper. What was typed stays. */
export function prefilled(form: CheckoutForm, { name, email, phone, address }: DeviceProfile): CheckoutForm {
  const [firstName = '', ...others] = name.trim().split(/\s+/);
  const isNamed = form.firstName !== '' || form.lastName !== '';
  return {
    ...form,
    ...(!isNamed && { firstName, lastName: others.join(' ') }),
    email: form.email || email,
    phone: form.phone || phone,
    address: form.address || address,
  };
}

/** The step on which a field is asked for. */
function stepOf(field: CheckoutField): number {
  return ['email', 'firstName', 'lastName', 'phone'].includes(field) ? 0 : 1;
}

/** What an order needs and the form lacks, first thing first, with what to say at the field. */
export function missingFields(form: CheckoutForm): Partial<CheckoutForm> {
  return Object.fromEntries(Object.entries(REQUIRED).filter(([field]) => !form[field as CheckoutField].trim()));
}

/** What to ask before an order is sent that no courier could deliver: neither its address nor the field beside it names a city. */
export function cityQuestion({ city, address }: CheckoutForm): string | undefined {
  return city.trim() || cityIn(address) ? undefined : 'Which city should we deliver to?';
}

/** The server's fieldErrors by the field they are about; those about anything else are left to the message. */
export function fieldErrorsOf(errors: { path: string; message: string }[]): Partial<CheckoutForm> {
  return Object.fromEntries(errors.flatMap(({ path, message }) => (FIELD_OF_PATH[path] ? [[FIELD_OF_PATH[path], message]] : [])));
}

/** The step to go back to for a set of fieldErrors: that of the first one. */
export function stepOfFirst(fieldErrors: Partial<CheckoutForm>): number | undefined {
  const steps = Object.keys(fieldErrors).map((field) => stepOf(field as CheckoutField));
  return steps.length ? Math.min(...steps) : undefined;
}
