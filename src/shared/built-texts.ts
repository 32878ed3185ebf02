import { DEFAULT_SETTINGS } from './default-settings.ts';
import { settingsForPages } from './settings-values.ts';

/* Like `built-settings.ts`, for texts that only pages need, so that scripts do not carry them. */
export const { ANNOUNCEMENT, BANNER, HERO_TEXTS, STORY, CLAIMS, TESTIMONIALS } = settingsForPages(DEFAULT_SETTINGS);
