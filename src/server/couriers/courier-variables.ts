import * as z from 'zod';
import { optionalText, parseEnv } from '#server/parse-env.ts';

/** Credentials of couriers, and where their APIs are for tests. All optional: a courier without is reached by files. */
const variables = z.object({
  COURIER_PACE_MS: optionalText,
  POSTEX_TOKEN: optionalText,
  POSTEX_API_URL: optionalText,
  POSTEX_HINT_SECRET: optionalText,
  LEOPARDS_API_KEY: optionalText,
  LEOPARDS_API_PASSWORD: optionalText,
  LEOPARDS_API_URL: optionalText,
  LEOPARDS_HINT_SECRET: optionalText,
  TRAX_API_KEY: optionalText,
  TRAX_API_URL: optionalText,
  TRAX_HINT_SECRET: optionalText,
  TCS_CLIENT_ID: optionalText,
  TCS_CLIENT_SECRET: optionalText,
  TCS_USERNAME: optionalText,
  TCS_PASSWORD: optionalText,
  TCS_ACCOUNT: optionalText,
  TCS_SHIPPER_NAME: optionalText,
  TCS_SHIPPER_ADDRESS: optionalText,
  TCS_SHIPPER_CITY: optionalText,
  TCS_SHIPPER_MOBILE: optionalText,
  TCS_API_URL: optionalText,
  TCS_HINT_SECRET: optionalText,
});

export type CourierVariable = keyof z.output<typeof variables>;

export type Environment = Record<string, string | undefined>;

/** What an environment says about couriers. */
export function courierVariables(environment: Environment): z.output<typeof variables> {
  return parseEnv(variables, environment);
}

/** The couriers' documents speak of one request a second. */
const USUAL_PACE_MS = 1_000;

/** Milliseconds between two calls of a courier. */
export function courierPaceMs(environment: Environment = process.env): number {
  const wanted = Number(courierVariables(environment).COURIER_PACE_MS ?? USUAL_PACE_MS);
  return Number.isInteger(wanted) && wanted >= 0 ? wanted : USUAL_PACE_MS;
}
