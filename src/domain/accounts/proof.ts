import * as z from 'zod';

/** What proves once more who is signed in: the code of their second factor or, for whoever has none, their password. It stands beside the fields of a body. */
export const proofText = z.string().max(200, 'At most 200 characters').optional();

/** By what somebody proves it. */
const PROVED_BY = ['second_factor', 'password'] as const;

export type ProvedBy = (typeof PROVED_BY)[number];

/** What the refusal `proof_needed` says. */
export const PROOF_ASKED: Record<ProvedBy, string> = {
  second_factor: 'This needs the code of your second factor, to show that it is you',
  password: 'This needs your password, to show that it is you',
};

/** The details of the refusal `proof_needed`. */
export const proofNeeded = z.object({ by: z.enum(PROVED_BY) });

/** What was proved. */
export interface Proof {
  /** The time step of the second factor’s code that was used up for it; null: a recovery code, or a password. */
  timeStep: number | null;
}
