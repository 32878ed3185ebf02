import type { ApiFailure } from '#browser/api.ts';
import { refusalOf } from '#browser/refusal.ts';
import { asRecord } from '#browser/storage.ts';
import type { OrderForm } from '#features/place-order/order-request.ts';
import type { DeviceProfile } from '#features/shopper/device-profile.ts';

/** What the shopper types in the checkout. */
export type CheckoutForm = OrderForm;

export type CheckoutField = keyof CheckoutForm;

/** For the customer, and no gift. */
export const NO_GIFT = { recipientName: '', recipientPhone: '', isGift: '', giftNote: '', hidesPrices: '', giftWrap: '' };

export const EMPTY_FORM: CheckoutForm = {
  email: '',
  firstName: '',
  lastName: '',
  phone: '',
  address: '',
  city: '',
  zipCode: '',
  country: 'pk',
  ...NO_GIFT,
};

const FIELDS = Object.keys(EMPTY_FORM) as CheckoutField[];

/** What says where an order goes. */
export const PLACE = ['address', 'city', 'zipCode', 'country'] as const satisfies CheckoutField[];

export const STEPS = ['Contact Information', 'Shipping Address', 'Shipping & Payment'] as const;
export const LAST_STEP = STEPS.length - 1;

export const INCOMPLETE = 'Please fill required fields (email, first name, phone, address) and ensure cart is not empty.';

const REQUIRED: Partial<CheckoutForm> = {
  email: 'Please enter your email',
  firstName: 'Please enter your first name',
  phone: 'Please enter your phone number',
  address: 'Please enter your address',
};

/** The fields by their names in the API. */
const FIELD_OF_PATH: Record<string, CheckoutField> = {
  customerEmail: 'email',
  customerName: 'firstName',
  customerPhone: 'phone',
  customerAddress: 'address',
  city: 'city',
  zipCode: 'zipCode',
  country: 'country',
};

/** Parses the stored form. */
export function parseForm(found: unknown): CheckoutForm {
  const kept = asRecord(found);
  const typed = FIELDS.filter((field) => typeof kept[field] === 'string');
  return { ...EMPTY_FORM, ...Object.fromEntries(typed.map((field) => [field, kept[field]])) };
}

/** Fills empty fields with what is known of the shopper: an address as a whole, so that no city stands beside one to which it does not belong. */
export function prefilled(
  form: CheckoutForm,
  { name, email, phone, address, city, zipCode, country }: DeviceProfile,
): CheckoutForm {
  const [firstName = '', ...others] = name.trim().split(/\s+/);
  const isNamed = form.firstName !== '' || form.lastName !== '';
  const isPlaced = PLACE.some((field) => form[field] !== EMPTY_FORM[field]);
  return {
    ...form,
    ...(!isNamed && { firstName, lastName: others.join(' ') }),
    ...(!isPlaced && { address, city, zipCode, country: country || form.country }),
    email: form.email || email,
    phone: form.phone || phone,
  };
}

/** The fields that say what `prefilled` made of this profile. */
export function fieldsFrom(profile: DeviceProfile, form: CheckoutForm): CheckoutField[] {
  const known = prefilled(EMPTY_FORM, profile);
  return FIELDS.filter((field) => known[field] !== EMPTY_FORM[field] && known[field] === form[field]);
}

/** The form with these fields empty. */
export function emptied(form: CheckoutForm, fields: CheckoutField[]): CheckoutForm {
  return { ...form, ...Object.fromEntries(fields.map((field) => [field, EMPTY_FORM[field]])) };
}

/** The customer and the place of a form. */
export function profileFrom({ firstName, lastName, email, phone, ...form }: CheckoutForm): DeviceProfile {
  return { name: `${firstName.trim()} ${lastName.trim()}`.trim(), email, phone, ...placeOf(form) };
}

/** What this device keeps of an order: its customer, and their place, which is not where somebody else lives. */
export function profileAfter(form: CheckoutForm, before: DeviceProfile): DeviceProfile {
  return { ...profileFrom(form), ...(isForOther(form) && placeOf(before)) };
}

/** Whether the parcel goes to somebody else than the customer. */
export function isForOther({ recipientName, recipientPhone }: CheckoutForm): boolean {
  return Boolean(recipientName.trim() || recipientPhone.trim());
}

/** What a gift's wrap costs, in rupees. */
export function wrapOf({ isGift, giftWrap }: CheckoutForm): number {
  return isGift ? Number(giftWrap) : 0;
}

type Place = Pick<CheckoutForm, (typeof PLACE)[number]>;

/** The place of an address or a form, alone. */
export function placeOf({ address, city, zipCode, country }: Place): Place {
  return { address, city, zipCode, country };
}

/** The step a field is on. */
function stepOf(field: CheckoutField): number {
  return ['email', 'firstName', 'lastName', 'phone'].includes(field) ? 0 : 1;
}

/** Required fields that are empty, with their messages. */
export function missingFields(form: CheckoutForm, required = REQUIRED): Partial<CheckoutForm> {
  return Object.fromEntries(Object.entries(required).filter(([field]) => !form[field as CheckoutField].trim()));
}

/** Whether something that is required on a step is empty. */
export function hasGaps(step: number, form: CheckoutForm): boolean {
  return Object.keys(missingFields(form)).some((field) => stepOf(field as CheckoutField) === step);
}

/**
 * Asks for the city when neither the address nor the city field names one: no courier could deliver the order. The list of cities is 8 KB and comes only
 * when it is needed; where it does not, the shop asks by phone.
 */
export async function cityQuestion({ city, address }: CheckoutForm): Promise<string | undefined> {
  if (city.trim()) return undefined;
  const isKnown = await import('#domain/places/cities.ts').then(
    ({ cityIn }) => cityIn(address) !== undefined,
    () => true,
  );
  return isKnown ? undefined : 'Which city should we deliver to?';
}

/** What a refused order says at the form's fields and below them. The name is typed in two fields: the longer one is at fault. */
export function refusalInForm({ message, errors }: ApiFailure, { firstName, lastName }: CheckoutForm) {
  const fieldOf = (path: string) =>
    path === 'customerName' && lastName.length > firstName.length ? 'lastName' : (FIELD_OF_PATH[path] ?? path);
  return refusalOf({ message, errors: errors.map((error) => ({ ...error, path: fieldOf(error.path) })) }, FIELDS);
}

/** The first step that has an error. */
export function stepOfFirst(fieldErrors: Partial<CheckoutForm>): number | undefined {
  const steps = Object.keys(fieldErrors).map((field) => stepOf(field as CheckoutField));
  return steps.length ? Math.min(...steps) : undefined;
}
