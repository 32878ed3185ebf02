import * as z from 'zod';

const schema = z.object({
  SUPABASE_URL: z.url('must be the address of the Supabase project'),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1, 'must be the publishable key of the Supabase project'),
  /** Where shoppers reach the shop. Netlify sets `URL`. */
  URL: z.url().default('http://localhost:8888'),
});

/** Reads settings from the environment. @throws Error naming every missing or wrong variable, never its value */
export function parseEnv<Schema extends z.ZodType>(wanted: Schema): z.infer<Schema> {
  const parsed = wanted.safeParse(process.env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`The environment is not complete: ${problems.join('; ')}`);
}

/** Settings of the build and the functions. None is secret. */
export const env = parseEnv(schema);
