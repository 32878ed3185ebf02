import * as z from 'zod';
import { parseEnv } from './parse-env.ts';

const schema = z.object({
  SUPABASE_URL: z.url('must be the address of the Supabase project'),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1, 'must be the publishable key of the Supabase project'),
  /** Where shoppers reach the shop. Netlify sets `URL`. */
  URL: z.url().default('http://localhost:8888'),
});

/** Settings of the build and the functions. None is secret. */
export const env = parseEnv(schema);
