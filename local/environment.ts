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
  });
  const { SUPABASE_SECRET_KEY: _, ...buildEnvironment } = process.env;
  return buildEnvironment;
}
