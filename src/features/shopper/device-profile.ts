import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';

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
