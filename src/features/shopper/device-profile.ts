import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import { MAX_LENGTHS } from '#shared/limits.ts';
import { readPhones } from '#shared/phone.ts';
import { atMost } from '#shared/typed-text.ts';

/** Personal details stored in this browser only. They prefill the checkout. */
export interface DeviceProfile {
  name: string;
  email: string;
  phone: string;
  address: string;
}

export const EMPTY_PROFILE: DeviceProfile = { name: '', email: '', phone: '', address: '' };

export const $profile = safePersistentAtom<DeviceProfile>('profile_v1', EMPTY_PROFILE, parseProfile);

export function parseProfile(found: unknown): DeviceProfile {
  const kept = asRecord(found);
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return { name: text(kept.name), email: text(kept.email), phone: text(kept.phone), address: text(kept.address) };
}

/** What no order could be sent with, by field. Nothing is required here. */
export function profileErrors(profile: DeviceProfile): Partial<DeviceProfile> {
  const read = readPhones(profile.phone);
  const fields = Object.keys(EMPTY_PROFILE) as (keyof DeviceProfile)[];
  const tooLong = fields.filter((field) => profile[field].length > MAX_LENGTHS[field]);
  return {
    ...(profile.phone && 'error' in read && { phone: read.error }),
    ...Object.fromEntries(tooLong.map((field) => [field, atMost(MAX_LENGTHS[field])])),
  };
}
