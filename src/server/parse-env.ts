import * as z from 'zod';

/** A variable that may be left out, or empty. */
export const optionalText = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

/** Reads settings from the environment. @throws Error naming every missing or wrong variable, never its value */
export function parseEnv<Schema extends z.ZodType>(
  wanted: Schema,
  environment: Record<string, string | undefined> = process.env,
): z.infer<Schema> {
  const parsed = wanted.safeParse(environment);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`The environment is not complete: ${problems.join('; ')}`);
}
