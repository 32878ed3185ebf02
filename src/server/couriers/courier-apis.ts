import type { Adapter } from '#domain/couriers/adapters.ts';
import { type CourierVariable, courierVariables, type Environment } from './courier-variables.ts';

interface ApiNeeds {
  /** What the API does not work without. */
  needed: readonly CourierVariable[];
  /** Where it is, unless `…_API_URL` says otherwise. */
  url: string;
  urlVariable: CourierVariable;
  /** The only hosts that credentials are ever sent to. */
  hosts: readonly string[];
  /** Where labels may be besides. */
  labelHosts?: readonly string[];
}

/** What each courier's API needs of the environment. Nothing of it is stored anywhere else. */
export const COURIER_APIS: Record<Exclude<Adapter, 'generic'>, ApiNeeds> = {
  postex: {
    needed: ['POSTEX_TOKEN'],
    url: 'https://api.postex.pk/services/integration/api/order',
    urlVariable: 'POSTEX_API_URL',
    hosts: ['api.postex.pk'],
  },
  leopards: {
    needed: ['LEOPARDS_API_KEY', 'LEOPARDS_API_PASSWORD'],
    url: 'https://merchantapi.leopardscourier.com/api',
    urlVariable: 'LEOPARDS_API_URL',
    hosts: ['merchantapi.leopardscourier.com', 'merchantapistaging.leopardscourier.com'],
    labelHosts: ['merchantapi.leopardscourier.com'],
  },
  trax: {
    needed: ['TRAX_API_KEY'],
    url: 'https://sonic.pk',
    urlVariable: 'TRAX_API_URL',
    hosts: ['sonic.pk', 'app.sonic.pk'],
  },
  tcs: {
    needed: [
      'TCS_CLIENT_ID',
      'TCS_CLIENT_SECRET',
      'TCS_USERNAME',
      'TCS_PASSWORD',
      'TCS_ACCOUNT',
      'TCS_SHIPPER_NAME',
      'TCS_SHIPPER_ADDRESS',
      'TCS_SHIPPER_CITY',
      'TCS_SHIPPER_MOBILE',
    ],
    url: 'https://ociconnect.tcscourier.com',
    urlVariable: 'TCS_API_URL',
    hosts: ['ociconnect.tcscourier.com', 'devconnect.tcscourier.com'],
  },
};

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The variables of an adapter that are not set. */
export function missingVariables(adapter: Adapter, environment: Environment): CourierVariable[] {
  if (adapter === 'generic') return [];
  const values = courierVariables(environment);
  return COURIER_APIS[adapter].needed.filter((name) => !values[name]);
}

/**
 * The address of a courier's API: https on one of its own hosts, or, for a shop that is itself on this machine, a stand-in on this machine.
 * @throws Error naming the variable, never its value
 */
export function apiUrlOf(adapter: Exclude<Adapter, 'generic'>, environment: Environment): string {
  const { url, urlVariable, hosts } = COURIER_APIS[adapter];
  const wanted = courierVariables(environment)[urlVariable] ?? url;
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
