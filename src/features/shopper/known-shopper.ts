import { ApiFailure, callApi } from '#browser/api.ts';
import type { SavedAddress } from '#domain/accounts/addresses.ts';
import type { OwnAccount } from '#domain/accounts/contract.ts';
import type { DeviceProfile } from './device-profile.ts';
import { clearSession, shopperToken } from './shopper-session.ts';

const NO_CONTACT = { name: '', phone: '', address: '', city: '', zipCode: '', country: '' };

/**
 * What is known of a signed-in shopper: by this device, else by the account. A device that knows another person, by the e-mail address, tells nothing.
 * An address is never put together from both.
 */
export function knownShopper({ user, contact }: Pick<OwnAccount, 'user' | 'contact'>, device: DeviceProfile): DeviceProfile {
  const account = { ...NO_CONTACT, ...contact, name: contact?.name || user.username, email: user.email };
  if (device.email && device.email.toLowerCase() !== user.email.toLowerCase()) return account;
  const place = device.address ? device : account;
  return {
    ...place,
    name: device.name || account.name,
    email: account.email,
    phone: device.phone || account.phone,
  };
}

/** Asks the account of a token what it knows. Undefined where it does not answer; when the session has ended, the shopper is a guest from now on. */
export async function fetchKnown(token: string, device: DeviceProfile): Promise<DeviceProfile | undefined> {
  try {
    return knownShopper(await callApi<OwnAccount>('GET', '/auth/me', { token }), device);
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    if (failure.status === 401 && shopperToken() === token) clearSession();
    return undefined;
  }
}

/** The addresses in the account of a token, last used first. Undefined where it does not answer. */
export async function fetchAddresses(token: string): Promise<SavedAddress[] | undefined> {
  try {
    return await callApi<SavedAddress[]>('GET', '/auth/addresses', { token });
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure;
    return undefined;
  }
}
