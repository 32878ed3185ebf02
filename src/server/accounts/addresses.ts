import { type AddressToSave, type SavedAddress, savedAddress } from '#domain/accounts/addresses.ts';
import { callFunction, read, run } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';

/** The addresses a shopper keeps, last used first. */
export async function listAddresses(db: ShopDatabase, shopperId: string): Promise<SavedAddress[]> {
  const kept = db.from('shopper_addresses').select().eq('shopper_id', shopperId);
  return read(kept.order('used_at', { ascending: false }).order('id'), savedAddress.array());
}

/**
 * Saves an address of a shopper: the one with this id, else a new one or the one of the same place.
 * @throws ApiError `address_not_found`, `too_many_addresses`
 */
export async function saveAddress(
  db: ShopDatabase,
  shopperId: string,
  address: AddressToSave,
  id?: string,
): Promise<SavedAddress> {
  const args = { shopper: shopperId, address, ...(id !== undefined && { address_id: id }) };
  return callFunction(db, 'save_shopper_address', args, savedAddress);
}

/** Deletes an address of a shopper. @throws ApiError `address_not_found` */
export async function deleteAddress(db: ShopDatabase, shopperId: string, id: string): Promise<null> {
  const kept = db.from('shopper_addresses').delete().eq('id', id).eq('shopper_id', shopperId);
  if (!(await run(kept.select('id').maybeSingle()))) throw new ApiError('address_not_found');
  return null;
}
