import postgres from 'postgres';
import { refused } from '#server/errors.ts';

export interface Refusal {
  status: number;
  code: string;
  message: string;
  details: unknown;
}

/** The answer of the API when the database refused a call on purpose. Any other failure is thrown on, success is one too. */
export async function refusalOf(call: PromiseLike<unknown>): Promise<Refusal> {
  const error = await failureOf(call);
  if (error.code !== 'PGRST') throw error;
  const { code, details, hint } = JSON.parse(error.message);
  const { status, message } = refused({ code, details, words: hint });
  return { status, code, message, details: details === null ? null : JSON.parse(details) };
}

/** The SQLSTATE a statement failed with. */
export async function sqlstateOf(statement: PromiseLike<unknown>): Promise<string> {
  return (await failureOf(statement)).code;
}

export const NOT_ALLOWED = '42501';
/** What a view over several tables answers to a write, whoever asks. */
export const NOT_WRITABLE = '55000';
export const AGAINST_THE_BOOKS = '23001';
export const CHECK_FAILED = '23514';

async function failureOf(statement: PromiseLike<unknown>): Promise<postgres.PostgresError> {
  const error = await statement.then(
    () => new Error('It was expected to fail, and did not'),
    (reason: unknown) => reason,
  );
  if (error instanceof postgres.PostgresError) return error;
  throw error;
}
