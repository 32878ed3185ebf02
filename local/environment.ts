import { join } from 'node:path';
import type { Settings } from './settings.ts';
import type { Project } from './supabase/project.ts';

/** Puts the project's address and keys where the API looks for them, here as on Netlify. Returns the environment of the build, which knows no secret. */
export function useProject(settings: Settings, project: Project): NodeJS.ProcessEnv {
  Object.assign(process.env, {
    SUPABASE_URL: project.url,
    SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
    SUPABASE_SECRET_KEY: project.secretKey,
    URL: settings.url,
    SHOP_LOG: process.env.SHOP_LOG ?? 'errors',
    // A demo shop writes to nobody, unless whoever starts it names a mail service.
    ...(project.embedded && !process.env.RESEND_API_KEY ? { MAIL_FOLDER: join(settings.data, 'mail') } : {}),
  });
  const { SUPABASE_SECRET_KEY: _, ...buildEnvironment } = process.env;
  return buildEnvironment;
}

/** Puts Netlify's own addresses and keys where the API looks for them. Who starts the shop may name another build hook, or none (an empty one). */
export function setNetlify(netlify: Record<string, string>): void {
  Object.assign(process.env, netlify, { NETLIFY_BUILD_HOOK: process.env.NETLIFY_BUILD_HOOK ?? netlify['NETLIFY_BUILD_HOOK'] });
}
