import { settingsForDoor } from '#domain/settings/built-values.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';

/* Like `settings.ts`, for the few scripts that need it. */
export const { OPENING } = settingsForDoor(DEFAULT_SETTINGS);
