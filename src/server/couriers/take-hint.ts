import type { Adapter } from '#domain/couriers/adapters.ts';
import { trackingNumbersIn } from '#domain/couriers/hint.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { isSameSecret } from '#server/secret-token.ts';
import { type CourierVariable, courierVariables, type Environment } from './courier-variables.ts';

/** The last part of the address that a courier is given for its webhook, by courier. Without it, there is none. */
const SECRETS: Record<Exclude<Adapter, 'generic'>, CourierVariable> = {
  postex: 'POSTEX_HINT_SECRET',
  leopards: 'LEOPARDS_HINT_SECRET',
  trax: 'TRAX_HINT_SECRET',
  tcs: 'TCS_HINT_SECRET',
};

/** A shorter one could be guessed. */
const LEAST_LENGTH = 24;

/**
 * Has the parcels of a hint asked about next. The answer is the same whether there are such parcels or not.
 * @throws ApiError `courier_hint_not_found` for a secret that no courier has
 */
export async function takeHint(
  db: ShopDatabase,
  secret: string,
  hint: unknown,
  environment: Environment = process.env,
): Promise<null> {
  const values = courierVariables(environment);
  // All are compared, so that the time says nothing of which.
  const adapters = (Object.keys(SECRETS) as (keyof typeof SECRETS)[]).filter((adapter) => {
    const right = values[SECRETS[adapter]] ?? '';
    return isSameSecret(secret, right) && right.length >= LEAST_LENGTH;
  });
  if (adapters.length === 0) throw new ApiError('courier_hint_not_found');
  const numbers = trackingNumbersIn(hint);
  for (const adapter of adapters) await callFunction(db, 'hint_parcels', { adapter, tracking_numbers: numbers });
  return null;
}
