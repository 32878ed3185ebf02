import * as z from 'zod';
import { PUSH_KINDS, type PushWishes, pushWishes } from '#domain/push/contract.ts';

/** The form as it is filled in: a box for each kind, and hours that count while their box is ticked. */
export const typedWishes = z
  .object({
    told: z.record(z.enum(PUSH_KINDS), z.boolean()),
    isQuiet: z.boolean(),
    quietFrom: z.string(),
    quietTo: z.string(),
  })
  .superRefine((typed, context) => {
    for (const { path, message } of pushWishes.safeParse(wishesOf(typed)).error?.issues ?? [])
      context.addIssue({ code: 'custom', path: [...path], message });
  });

export type TypedWishes = z.infer<typeof typedWishes>;

export function wishesOf({ told, isQuiet, quietFrom, quietTo }: TypedWishes): PushWishes {
  const kinds = PUSH_KINDS.filter((kind) => told[kind]);
  return isQuiet ? { kinds, quietFrom, quietTo } : { kinds, quietFrom: null, quietTo: null };
}
