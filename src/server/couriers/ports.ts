import { ADAPTER_NAMES, type Adapter } from '#domain/couriers/adapters.ts';
import { checkedPort } from './checked-port.ts';
import { apiUrlOf, COURIER_APIS, missingVariables } from './courier-apis.ts';
import type { CourierHost } from './courier-fetch.ts';
import { type CourierVariable, courierPaceMs, courierVariables } from './courier-variables.ts';
import { generic } from './generic.ts';
import { leopards } from './leopards.ts';
import { paceOf } from './pace.ts';
import { CourierFailure, type CourierPort } from './port.ts';
import { postex } from './postex.ts';
import { tcs } from './tcs.ts';
import { trax } from './trax.ts';

interface Timing {
  /** Between two calls. */
  gapMs: number;
  deadlineMs: number;
}

/** Functions have ten seconds in all. */
const DEADLINE_MS = 8_000;

type Variable = (name: CourierVariable) => string;

const OPENERS: Record<Exclude<Adapter, 'generic'>, (host: CourierHost, variable: Variable) => CourierPort> = {
  postex: (host, variable) => postex({ ...host, token: variable('POSTEX_TOKEN') }),
  leopards: (host, variable) =>
    leopards({ ...host, apiKey: variable('LEOPARDS_API_KEY'), apiPassword: variable('LEOPARDS_API_PASSWORD') }),
  trax: (host, variable) => trax({ ...host, apiKey: variable('TRAX_API_KEY') }),
  tcs: (host, variable) =>
    tcs({
      ...host,
      clientId: variable('TCS_CLIENT_ID'),
      clientSecret: variable('TCS_CLIENT_SECRET'),
      username: variable('TCS_USERNAME'),
      password: variable('TCS_PASSWORD'),
      account: variable('TCS_ACCOUNT'),
      shipper: {
        name: variable('TCS_SHIPPER_NAME'),
        address: variable('TCS_SHIPPER_ADDRESS'),
        city: variable('TCS_SHIPPER_CITY'),
        mobile: variable('TCS_SHIPPER_MOBILE'),
      },
    }),
};

/**
 * The way to a courier, with the credentials of an environment. Takes its adapter, its name for what it says of itself, and its times.
 * @throws CourierFailure `not_set_up` naming the variables that are missing
 */
export function openPort(
  { adapter, name }: { adapter: Adapter; name: string },
  environment: Record<string, string | undefined> = process.env,
  { gapMs, deadlineMs }: Timing = { gapMs: courierPaceMs(environment), deadlineMs: DEADLINE_MS },
): CourierPort {
  if (adapter === 'generic') return generic(name);
  const missing = missingVariables(adapter, environment);
  if (missing.length > 0) throw new CourierFailure('not_set_up', `${missing.join(', ')} not set`);
  const { labelHosts = [] } = COURIER_APIS[adapter];
  let url: string;
  try {
    url = apiUrlOf(adapter, environment);
  } catch (wrong) {
    throw new CourierFailure('not_set_up', String((wrong as Error).message));
  }
  const host = { courier: ADAPTER_NAMES[adapter], url, otherHosts: labelHosts, pace: paceOf(gapMs), deadlineMs };
  const values = courierVariables(environment);
  return checkedPort(
    OPENERS[adapter](host, (variable) => values[variable] ?? ''),
    host.courier,
  );
}

/** Ports that are kept while the process lives, so that tokens and pauses are shared by its requests. */
const opened = new Map<string, CourierPort>();

/** The way to a courier with the credentials of this process. @throws CourierFailure `not_set_up` */
export function portOf(courier: { adapter: Adapter; name: string }): CourierPort {
  const { adapter, name } = courier;
  if (adapter === 'generic') return generic(name);
  const { needed, urlVariable } = COURIER_APIS[adapter];
  const key = [adapter, ...[...needed, urlVariable].map((variable) => courierVariables(process.env)[variable])].join('\n');
  const port = opened.get(key) ?? openPort(courier);
  opened.set(key, port);
  return port;
}
