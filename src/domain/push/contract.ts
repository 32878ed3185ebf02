import * as z from 'zod';
import { shaped } from '#domain/text-fields.ts';
import { timeOfDay, timestamp } from '#domain/values.ts';
import { isLoopback, isPushService } from './push-hosts.ts';

/** What a device may be told of, in the order of the form. */
export const PUSH_KINDS = ['new_order', 'answer', 'parcel', 'low_stock', 'trouble'] as const;

export type PushKind = (typeof PUSH_KINDS)[number];

const clock = timeOfDay('22:00');

const kinds = z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length, 'Each once');

/** A device that notifications go to. */
export const pushDevice = z.object({
  id: z.string(),
  /** `Chrome on Android` */
  device: z.string(),
  kinds: z.array(z.enum(PUSH_KINDS)),
  /** Null: never quiet. Hours that end earlier than they begin go past midnight. */
  quietFrom: z.string().nullable(),
  quietTo: z.string().nullable(),
  createdAt: timestamp,
  /** When the back office was last opened on it. */
  lastSeenAt: timestamp,
  /** Since when its service refuses what the shop sends; null: it does not. */
  stoppedAt: timestamp.nullable(),
});

export type PushDevice = z.infer<typeof pushDevice>;

/** Without a key notifications are off, and `problem` says why if somebody tried to switch them on. */
export const pushSetUp = z.object({
  publicKey: z.string().nullable(),
  problem: z.string().nullable(),
  devices: z.array(pushDevice),
});

export type PushSetUp = z.infer<typeof pushSetUp>;

/** When a device is quiet and what it is told of. */
export const pushWishes = z
  .object({ kinds, quietFrom: clock.nullable(), quietTo: clock.nullable() })
  .refine(({ quietFrom, quietTo }) => (quietFrom === null) === (quietTo === null), {
    path: ['quietTo'],
    message: 'Say from when and until when',
  })
  .refine(({ quietFrom, quietTo }) => quietFrom === null || quietFrom !== quietTo, {
    path: ['quietTo'],
    message: 'The hours end when they begin',
  });

export type PushWishes = z.infer<typeof pushWishes>;

/** The address at which a browser gets its notifications. Of those on the shop's own machine the server takes the tests' alone. */
const endpoint = z
  .string('Required')
  .max(1000, { error: 'At most 1,000 characters', abort: true })
  .refine((address) => isPushService(address) || isLoopback(address), 'The shop knows no such push service');

/** What a browser calls a subscription: bytes in base64url. A point on P-256 uncompressed has 65, a secret 16. */
export const newPushDevice = z.object({
  endpoint,
  p256dh: shaped(88, /^[\w-]{87}=?$/, 'Not the key of a browser', 'Required'),
  auth: shaped(24, /^[\w-]{22}(==)?$/, 'Not the secret of a browser', 'Required'),
  /** The address that this device had before: its wishes stay. */
  replaces: endpoint.optional(),
});

export type NewPushDevice = z.infer<typeof newPushDevice>;

export const seenPushDevice = z.object({ endpoint });

/** Null when the shop does not know the device. */
export const knownPushDevice = pushDevice.nullable();
