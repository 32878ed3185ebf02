import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord, removeKey } from '#browser/storage.ts';
import { MAX_LENGTHS } from '#domain/limits.ts';
import { readPhones } from '#domain/phone.ts';
import { atMost } from '#domain/text.ts';
import { forgetOpenOrder } from './open-order.ts';
import { $pageKeys } from './page-keys.ts';

/** Personal details stored in this browser only, as they were saved or typed with the last order. They prefill the checkout. */
export interface DeviceProfile {
  name: string;
  email: string;
  phone: string;
  address: string;
  /** With the address at the checkout; empty where the address says it all. */
  city: string;
  zipCode: string;
  /** `pk`; empty when nobody said. */
  country: string;
}

export const EMPTY_PROFILE: DeviceProfile = { name: '', email: '', phone: '', address: '', city: '', zipCode: '', country: '' };

/** The fields of a profile that are typed on the profile's page. */
export type ProfileField = 'name' | 'email' | 'phone' | 'address';

/** What is typed at the checkout, kept for the tab. */
export const TYPED_ORDER_KEY = 'checkout_v1';

/** The pieces that were looked at (features/product-cards/show-viewed.ts). */
const VIEWED_KEY = 'viewed_v1';

/** Whom and where the last order goes to (features/orders/typed-recipient.ts). */
export const RECIPIENT_KEY = 'recipient_v1';

/** The discount code (features/cart/discount.ts). */
const CODE_KEY = 'code_v1';

export const $profile = safePersistentAtom<DeviceProfile>('profile_v1', EMPTY_PROFILE, parseProfile);

export function parseProfile(found: unknown): DeviceProfile {
  const kept = asRecord(found);
  const texts = Object.entries(EMPTY_PROFILE).map(([field, none]) => [
    field,
    typeof kept[field] === 'string' ? kept[field] : none,
  ]);
  return Object.fromEntries(texts) as DeviceProfile;
}

/** Forgets who uses this device: after signing out, or when the next one says that they are somebody else. */
export function forgetProfile(): void {
  $profile.set(EMPTY_PROFILE);
  forgetOpenOrder();
  $pageKeys.set({});
  removeKey(TYPED_ORDER_KEY, 'sessionStorage');
  removeKey(VIEWED_KEY);
  removeKey(CODE_KEY);
  removeKey(RECIPIENT_KEY);
}

/** Where a person lives, in one line. */
export function placeText({ address, city, zipCode }: DeviceProfile): string {
  return [address, `${city} ${zipCode}`.trim()].filter(Boolean).join(', ');
}

/** What no order could be sent with, by field. Nothing is required here. */
export function profileErrors(profile: Pick<DeviceProfile, ProfileField>): Partial<Record<ProfileField, string>> {
  const read = readPhones(profile.phone);
  const fields = Object.keys(MAX_LENGTHS) as ProfileField[];
  const tooLong = fields.filter((field) => profile[field].length > MAX_LENGTHS[field]);
  return {
    ...(profile.phone && 'error' in read && { phone: read.error }),
    ...Object.fromEntries(tooLong.map((field) => [field, atMost(MAX_LENGTHS[field])])),
  };
}
