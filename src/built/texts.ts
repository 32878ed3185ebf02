import { settingsForPages } from '#domain/settings/built-values.ts';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';

/* Like `settings.ts`, for texts that only pages need, so that scripts do not carry them. */
export const {
  ANNOUNCEMENT,
  BANNER,
  DOOR,
  GIFT_WRAP,
  HERO_TEXTS,
  OFFERS_TRANSFER,
  STORY,
  CLAIMS,
  RETURNS,
  SEARCH_WORDS,
  TESTIMONIALS,
} = settingsForPages(DEFAULT_SETTINGS);
