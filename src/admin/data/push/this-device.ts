import { adminWorker, hasWorkers } from '#admin/platform/admin-worker.ts';
import { readText, removeKey, writeText } from '#browser/storage.ts';
import type { NewPushDevice, PushDevice } from '#domain/push/contract.ts';
import { deleteDevice, getPush, postDevice, postSeen } from './push-api.ts';

/** The address at which this device gets its notifications, as the shop last heard of it. */
const ADDRESS_KEY = 'admin.push';

/** What a browser can do: `install`: an iPhone, once the back office is on its home screen; `blocked`: somebody has said no. */
export type PushSupport = 'yes' | 'install' | 'blocked' | 'no';

export function pushSupport(): PushSupport {
  if (!hasWorkers) return 'no';
  if ('PushManager' in window && 'Notification' in window) return Notification.permission === 'denied' ? 'blocked' : 'yes';
  const isApple = /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);
  return isApple ? 'install' : 'no';
}

/** Asks the person, subscribes this device and tells the shop. Null when the person said no. @throws ApiFailure */
export async function switchOn(publicKey: string): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await readyWorker();
  const subscription = await rightSubscription(registration, publicKey);
  const replaces = readText(ADDRESS_KEY);
  return keep(subscription, replaces);
}

/** Ends the notifications of this device. @throws ApiFailure */
export async function switchOff(id: string): Promise<void> {
  await deleteDevice(id);
  await forget();
}

/** Forgets that this device had notifications, here alone. */
export async function forget(): Promise<void> {
  removeKey(ADDRESS_KEY);
  const registration = await adminWorker();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
}

/**
 * Compares what this device has with what the shop knows, and repairs what differs: browsers drop subscriptions without a word, and the shop's key may be
 * another. Returns the device; null when it gets no notifications. @throws ApiFailure
 */
export async function resync(): Promise<PushDevice | null> {
  if (pushSupport() !== 'yes') return null;
  const registration = await adminWorker();
  const subscription = await registration.pushManager.getSubscription();
  const address = readText(ADDRESS_KEY) ?? subscription?.endpoint;
  if (!address) return null;
  const known = await postSeen(address);
  const { publicKey } = await getPush();
  if (!known || !publicKey || Notification.permission !== 'granted') {
    await forget();
    return null;
  }
  if (subscription && subscription.endpoint === address && hasKey(subscription, publicKey)) {
    writeText(ADDRESS_KEY, address);
    return known;
  }
  return keep(await rightSubscription(await readyWorker(), publicKey), address);
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await adminWorker();
  return navigator.serviceWorker.ready;
}

/** The browser's subscription with the shop's key, made anew where it has none or one with another key. */
async function rightSubscription({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const subscription = await pushManager.getSubscription();
  if (subscription && hasKey(subscription, publicKey)) return subscription;
  await subscription?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
}

async function keep(subscription: PushSubscription, before: string | undefined): Promise<PushDevice> {
  const { endpoint } = subscription;
  const keys: Omit<NewPushDevice, 'endpoint'> = {
    p256dh: textOf(subscription.getKey('p256dh')),
    auth: textOf(subscription.getKey('auth')),
    ...(before && before !== endpoint && { replaces: before }),
  };
  const device = await postDevice({ endpoint, ...keys });
  writeText(ADDRESS_KEY, endpoint);
  return device;
}

function hasKey({ options }: PushSubscription, publicKey: string): boolean {
  return textOf(options.applicationServerKey) === publicKey;
}

function textOf(bytes: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(bytes ?? []));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
