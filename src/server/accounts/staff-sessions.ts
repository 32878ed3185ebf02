import * as z from 'zod';
import { callFunction, read } from '#server/database/calls.ts';
import type { ShopDatabase } from '#server/database/client.ts';
import { ApiError } from '#server/errors.ts';
import type { StaffCall } from '#server/http/operation.ts';
import type { OpenSession } from '#shared/schemas/accounts.ts';
import { deviceName } from './device-name.ts';

const rows = z.array(z.object({ id: z.uuid(), userAgent: z.string(), createdAt: z.string(), lastSeenAt: z.string() }));

const uuid = z.uuid();

/** Where one is signed in, seen last first. */
export function listSessions({ db, staff }: StaffCall): Promise<OpenSession[]> {
  return sessionsOf(db, staff.id, staff.sessionId);
}

/** Ends one of one's own sessions. @throws ApiError 404 `session_not_found` */
export function endSession({ db, staff, params }: StaffCall<unknown, unknown, { id: string }>): Promise<null> {
  return endSessionOf(db, staff.id, params.id);
}

/** Ends all of one's own sessions but this one; their browsers are unknown devices then. */
export async function endOtherSessions({ db, staff, client }: StaffCall): Promise<{ ended: number }> {
  const others = { staff_id: staff.id, kept: staff.sessionId, device: client.device };
  return { ended: z.int().parse(await callFunction(db, 'end_other_staff_sessions', others)) };
}

/** The open sessions of a staff member. The one that asks is marked. */
export async function sessionsOf(db: ShopDatabase, staffId: string, current: string): Promise<OpenSession[]> {
  const columns = 'id, user_agent, created_at, last_seen_at';
  const open = db.from('staff_sessions').select(columns).eq('staff_id', staffId).gt('expires_at', new Date().toISOString());
  const found = rows.parse(await read(open.order('last_seen_at', { ascending: false }).order('id')));
  return found.map(({ userAgent, ...session }) => ({
    ...session,
    device: deviceName(userAgent),
    isCurrent: session.id === current,
  }));
}

/** Ends a session of a staff member: its token is refused from the next request on. @throws ApiError 404 `session_not_found` */
export async function endSessionOf(db: ShopDatabase, staffId: string, id: string): Promise<null> {
  const ended = uuid.safeParse(id).success
    ? await read(db.from('staff_sessions').delete().eq('id', id).eq('staff_id', staffId).select('id').maybeSingle())
    : null;
  if (!ended) throw new ApiError('session_not_found');
  return null;
}
