import type { Adapter } from '#domain/couriers/adapters.ts';
import { COURIER_ADAPTERS, type CourierWithApi } from './courier-adapters.ts';
import { type Environment, variableIn } from './courier-variables.ts';

/** The variable that says where a courier's API is, if not where its record says. */
export function urlVariableOf(adapter: CourierWithApi): string {
  return `${adapter.toUpperCase()}_API_URL`;
}

/** The variable with the last part of the address that a courier is given for its webhook. */
export function hintVariableOf(adapter: CourierWithApi): string {
  return `${adapter.toUpperCase()}_HINT_SECRET`;
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The variables of an adapter that are not set. */
export function missingVariables(adapter: Adapter, environment: Environment): string[] {
  if (adapter === 'generic') return [];
  return COURIER_ADAPTERS[adapter].secrets.filter((name) => !variableIn(environment, name));
}

/**
 * The address of a courier's API: https on one of its own hosts, or, for a shop that is itself on this machine, a stand-in on this machine.
 * @throws Error naming the variable, never its value
 */
export function apiUrlOf(adapter: CourierWithApi, environment: Environment): string {
  const { url, hosts } = COURIER_ADAPTERS[adapter];
  const urlVariable = urlVariableOf(adapter);
  const wanted = variableIn(environment, urlVariable) ?? url;
  const address = URL.canParse(wanted) ? new URL(wanted) : null;
  const isOwn = address?.protocol === 'https:' && address.port === '' && !address.username && hosts.includes(address.hostname);
  if (!isOwn && !(address && isLoopback(address) && isLocalShop(environment)))
    throw new Error(`${urlVariable} must be https and one of ${hosts.join(', ')}`);
  return wanted;
}

/** The address of a stand-in for a courier on this machine; null where the courier itself is called, or cannot be. */
export function standInOf(adapter: Adapter, environment: Environment): string | null {
  if (adapter === 'generic' || missingVariables(adapter, environment).length > 0) return null;
  try {
    const url = apiUrlOf(adapter, environment);
    return isLoopback(new URL(url)) ? url : null;
  } catch {
    return null;
  }
}

function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.includes(hostname);
}

function isLocalShop({ URL: shop = 'http://localhost:8888' }: Environment): boolean {
  return URL.canParse(shop) && isLoopback(new URL(shop));
}
