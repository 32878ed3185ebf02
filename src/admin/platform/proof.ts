import { atom } from 'nanostores';
import { ApiFailure } from '#browser/api.ts';
import { type ProvedBy, proofNeeded } from '#domain/accounts/proof.ts';

/** Somebody is asked to prove once more that it is them. */
export interface ProofQuestion {
  by: ProvedBy;
  /** Repeats the request with what was typed. @throws ApiFailure when that was wrong, has to wait, or nobody answered; the question stays. */
  send(proof: string): Promise<void>;
  cancel(): void;
}

/** The question that `ProofDialog` asks; null: nothing is asked. */
export const $proofQuestion = atom<ProofQuestion | null>(null);

let lastQuestion: Promise<unknown> = Promise.resolve();

/**
 * Makes a call, and repeats it with a proof when the shop asks for one. Whatever was typed stays where it is meanwhile.
 * @throws ApiFailure of the call; `proof_needed` when nobody answers the question
 */
export async function withProof<Answer>(call: (proof?: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (refusal) {
    if (!(refusal instanceof ApiFailure && refusal.code === 'proof_needed')) throw refusal;
    const { by } = proofNeeded.parse(refusal.details);
    const asked = lastQuestion.then(() => ask(by, call, refusal));
    lastQuestion = asked.catch(() => {});
    return asked;
  }
}

function ask<Answer>(by: ProvedBy, call: (proof: string) => Promise<Answer>, refusal: ApiFailure): Promise<Answer> {
  const answered = new Promise<Answer>((resolve, reject) => {
    const send = async (proof: string) => {
      try {
        resolve(await call(proof));
      } catch (error) {
        if (isAboutProof(error)) throw error;
        reject(error);
      }
    };
    $proofQuestion.set({ by, send, cancel: () => reject(refusal) });
  });
  return answered.finally(() => $proofQuestion.set(null));
}

function isAboutProof(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  return error.status === 0 || error.status === 429 || error.errors.some(({ path }) => path === 'proof');
}
