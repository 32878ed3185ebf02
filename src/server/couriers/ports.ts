import { ABOUT_ADAPTERS, type Adapter } from '#domain/couriers/adapters.ts';
import { checkedPort } from './checked-port.ts';
import { COURIER_ADAPTERS } from './courier-adapters.ts';
import { apiUrlOf, missingVariables, urlVariableOf } from './courier-apis.ts';
import { courierPaceMs, type Environment, variableIn } from './courier-variables.ts';
import { generic } from './generic.ts';
import { paceOf } from './pace.ts';
import { CourierFailure, type CourierPort } from './port.ts';

interface Timing {
  /** Between two calls. */
  gapMs: number;
  deadlineMs: number;
}

/** Functions have ten seconds in all. */
const DEADLINE_MS = 8_000;

/**
 * The way to a courier, with the credentials of an environment. Takes its adapter, its name for what it says of itself, and its times.
 * @throws CourierFailure `not_set_up` naming the variables that are missing
 */
export function openPort(
  { adapter, name }: { adapter: Adapter; name: string },
  environment: Environment = process.env,
  { gapMs, deadlineMs }: Timing = { gapMs: courierPaceMs(environment), deadlineMs: DEADLINE_MS },
): CourierPort {
  if (adapter === 'generic') return generic(name);
  const missing = missingVariables(adapter, environment);
  if (missing.length > 0) throw new CourierFailure('not_set_up', `${missing.join(', ')} not set`);
  const { secrets, labelHosts = [], open } = COURIER_ADAPTERS[adapter];
  let url: string;
  try {
    url = apiUrlOf(adapter, environment);
  } catch (wrong) {
    throw new CourierFailure('not_set_up', String((wrong as Error).message));
  }
  const host = { courier: ABOUT_ADAPTERS[adapter].name, url, otherHosts: labelHosts, pace: paceOf(gapMs), deadlineMs };
  const values = Object.fromEntries(secrets.map((name) => [name, variableIn(environment, name) ?? '']));
  return checkedPort(open(host, values), host.courier);
}

/** Ports that are kept while the process lives, so that tokens and pauses are shared by its requests. */
const opened = new Map<string, CourierPort>();

/** The way to a courier with the credentials of this process. @throws CourierFailure `not_set_up` */
export function portOf(courier: { adapter: Adapter; name: string }): CourierPort {
  const { adapter, name } = courier;
  if (adapter === 'generic') return generic(name);
  const variables = [...COURIER_ADAPTERS[adapter].secrets, urlVariableOf(adapter)];
  const key = [adapter, ...variables.map((name) => variableIn(process.env, name))].join('\n');
  const port = opened.get(key) ?? openPort(courier);
  opened.set(key, port);
  return port;
}
