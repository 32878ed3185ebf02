import { trackingNumbersIn } from '#domain/couriers/hint.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import { isSameSecret } from '#server/secret-token.ts';
import { COURIER_ADAPTERS, type CourierWithApi } from './courier-adapters.ts';
import { hintVariableOf } from './courier-apis.ts';
import { type Environment, variableIn } from './courier-variables.ts';

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
  // All are compared, so that the time says nothing of which.
  const adapters = (Object.keys(COURIER_ADAPTERS) as CourierWithApi[]).filter((adapter) => {
    const right = variableIn(environment, hintVariableOf(adapter)) ?? '';
    return isSameSecret(secret, right) && right.length >= LEAST_LENGTH;
  });
  if (adapters.length === 0) throw new ApiError('courier_hint_not_found');
  const numbers = trackingNumbersIn(hint);
  for (const adapter of adapters) await callFunction(db, 'hint_parcels', { adapter, tracking_numbers: numbers });
  return null;
}
