import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { knownPushDevice, newPushDevice, pushDevice, pushSetUp, pushWishes, seenPushDevice } from '#domain/push/contract.ts';
import { resource } from '#server/api/api.ts';
import { perMinute } from '#server/http/operation.ts';
import {
  addPushDevice,
  changePushDevice,
  removePushDevice,
  seePushDevice,
  showPush,
  tryPushDevice,
} from '#server/push/devices.ts';

const oneDevice = { access: 'staff', right: 'none', errors: ['push_device_not_found'], returns: pushDevice } as const;

export default resource('Notifications on the phones of the staff.')
  .get(
    '/api/push',
    {
      access: 'staff',
      right: 'none',
      summary: 'Your devices that get notifications, and the key to subscribe with',
      returns: pushSetUp,
    },
    ({ db, staff }) => showPush(db, staff.id),
  )
  .post(
    '/api/push/devices',
    {
      access: 'staff',
      right: 'none',
      summary: 'Lets notifications go to this browser',
      body: newPushDevice,
      limit: perMinute(20),
      errors: ['push_off'],
      status: 201,
      returns: pushDevice,
    },
    ({ db, body, staff, client }) => addPushDevice(db, body, staff, client.userAgent),
  )
  .post(
    '/api/push/devices/seen',
    {
      access: 'staff',
      right: 'none',
      summary: 'Notes that the back office was opened on this browser; null when no notifications go there',
      body: seenPushDevice,
      returns: knownPushDevice,
    },
    ({ db, body, staff }) => seePushDevice(db, body.endpoint, staff),
  )
  .put(
    '/api/push/devices/:id',
    { ...oneDevice, summary: 'Changes what one of your devices is told of, and when it is quiet', body: pushWishes },
    ({ db, params, body, staff }) => changePushDevice(db, params.id, body, staff.id),
  )
  .delete(
    '/api/push/devices/:id',
    { ...oneDevice, summary: 'Ends the notifications of one of your devices', returns: z.null() },
    ({ db, params, staff }) => removePushDevice(db, params.id, staff.id),
  )
  .post(
    '/api/push/devices/:id/test',
    {
      ...oneDevice,
      summary: 'Sends a notification to one of your devices, to try it',
      limit: perMinute(6),
      errors: ['push_device_not_found', 'push_off'],
      sendsMail: true,
    },
    ({ db, params, staff }) => tryPushDevice(db, params.id, staff.id),
  ).handler;

export const config: Config = { path: ['/api/push', '/api/push/*'] };
