/** Supabase's command line, at the major version that supabase/config.toml and the manual are written for. */
export const SUPABASE = 'npx supabase@3';

/** Applies the migrations to the linked project; without `--remote` it would be a database on this machine. */
export const PUSH_MIGRATIONS = `${SUPABASE} db push --remote`;

/** Applies supabase/config.toml to the linked project: Auth's settings and limits, and how many rows the Data API gives. */
export const PUSH_CONFIG = `${SUPABASE} config push`;
