import * as z from 'zod';
import { deviceName } from '#domain/accounts/device-name.ts';
import { type NewPushDevice, type PushDevice, type PushSetUp, type PushWishes, pushDevice } from '#domain/push/contract.ts';
import { callFunction } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError, invalid } from '#server/errors.ts';
import { pushProblem, pushSettings } from './push-settings.ts';
import { maySendTo } from './send-push.ts';

interface Caller {
  id: string;
  sessionId: string;
}

const row = pushDevice.omit({ device: true }).extend({ userAgent: z.string() });

/** The devices of a staff member, and the key with which their browsers subscribe. */
export async function showPush(db: ShopDatabase, actor: string): Promise<PushSetUp> {
  const rows = await callFunction(db, 'list_push_devices', { actor }, z.array(row));
  return { publicKey: pushSettings?.publicKey ?? null, problem: pushProblem, devices: rows.map(shown) };
}

function shown({ userAgent, ...device }: z.infer<typeof row>): PushDevice {
  return { ...device, device: deviceName(userAgent) };
}

/**
 * Lets notifications go to the browser that asks, or renews what is known of it.
 * @throws ApiError `push_off`, `validation_failed` for an address that is none of a push service
 */
export async function addPushDevice(
  db: ShopDatabase,
  { p256dh, auth, ...device }: NewPushDevice,
  { id: actor, sessionId: session }: Caller,
  userAgent: string,
): Promise<PushDevice> {
  if (!pushSettings) throw new ApiError('push_off');
  if (!maySendTo(device.endpoint, pushSettings))
    throw invalid([{ path: 'endpoint', message: 'The shop knows no such push service' }]);
  const keys = { p256dh: p256dh.replace('=', ''), auth: auth.replace('==', '') };
  return shown(await callFunction(db, 'add_push_device', { device: { ...device, ...keys, userAgent }, actor, session }, row));
}

/** Notes that the back office was opened on a device. Null when it is none of the member's. */
export async function seePushDevice(db: ShopDatabase, endpoint: string, { id: actor, sessionId: session }: Caller) {
  const seen = await callFunction(db, 'see_push_device', { endpoint, actor, session }, row.nullable());
  return seen && shown(seen);
}

/** Changes what a device is told of, and when it is quiet. @throws ApiError `push_device_not_found` */
export async function changePushDevice(db: ShopDatabase, id: string, wishes: PushWishes, actor: string): Promise<PushDevice> {
  return shown(await callFunction(db, 'change_push_device', { device_id: id, wishes, actor }, row));
}

/** Sends a notification to try a device, also one that was stopped. @throws ApiError `push_off`, `push_device_not_found` */
export async function tryPushDevice(db: ShopDatabase, id: string, actor: string): Promise<PushDevice> {
  if (!pushSettings) throw new ApiError('push_off');
  return shown(await callFunction(db, 'try_push_device', { device_id: id, actor }, row));
}

/** Ends the notifications of a device. @throws ApiError `push_device_not_found` */
export async function removePushDevice(db: ShopDatabase, id: string, actor: string): Promise<null> {
  await callFunction(db, 'remove_push_device', { device_id: id, actor });
  return null;
}
