import * as z from 'zod';
import { timestamp } from '#domain/values.ts';

/** A change of what decides over money, contact or people. `before` and `after` hold the fields that differ. */
export const auditEntry = z.object({
  id: z.string(),
  createdAt: timestamp,
  /** The user name of who did it. */
  actorName: z.string(),
  /** What was changed: `limits`. */
  subject: z.string(),
  before: z.looseObject({}),
  after: z.looseObject({}),
});

export type AuditEntry = z.infer<typeof auditEntry>;
