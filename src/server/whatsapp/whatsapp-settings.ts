import { logFailure } from '#server/log.ts';
import { type WhatsappSettings, whatsappSettingsOf } from './whatsapp-variables.ts';

/** How WhatsApp is set up; null when it is not. Half set up it stays off, and the log says what is missing: orders go on. */
export const whatsapp = ((): WhatsappSettings | null => {
  const found = whatsappSettingsOf(process.env);
  if ('settings' in found) return found.settings;
  if (found.isWanted) logFailure('WhatsApp stays off', new Error(`${found.missing.join(', ')} not set`));
  return null;
})();
