import * as z from 'zod';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import {
  knownPushDevice,
  type NewPushDevice,
  type PushDevice,
  type PushSetUp,
  type PushWishes,
  pushDevice,
  pushSetUp,
} from '#domain/push/contract.ts';

const DEVICES = '/push/devices';

export function getPush(): Promise<PushSetUp> {
  return callStaffApi('GET', '/push', { schema: pushSetUp });
}

export function postDevice(body: NewPushDevice): Promise<PushDevice> {
  return callStaffApi('POST', DEVICES, { body, schema: pushDevice });
}

/** What the shop knows of the device with this address; null: nothing. */
export function postSeen(endpoint: string): Promise<PushDevice | null> {
  return callStaffApi('POST', `${DEVICES}/seen`, { body: { endpoint }, schema: knownPushDevice });
}

export function putWishes(id: string, body: PushWishes): Promise<PushDevice> {
  return callStaffApi('PUT', `${DEVICES}/${id}`, { body, schema: pushDevice });
}

export function postTest(id: string): Promise<PushDevice> {
  return callStaffApi('POST', `${DEVICES}/${id}/test`, { body: {}, schema: pushDevice });
}

export function deleteDevice(id: string): Promise<null> {
  return callStaffApi('DELETE', `${DEVICES}/${id}`, { schema: z.null() });
}
