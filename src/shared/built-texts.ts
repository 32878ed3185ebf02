import { DEFAULT_SETTINGS } from './default-settings.ts';
import { settingsForPages } from './settings-values.ts';

/* As `built-settings.ts`, for words that stand in pages: scripts that every page loads do not carry them. */
export const { ANNOUNCEMENT, BANNER, HERO_TEXTS, STORY, CLAIMS, TESTIMONIALS } = settingsForPages(DEFAULT_SETTINGS);
