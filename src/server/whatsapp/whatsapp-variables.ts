import * as z from 'zod';
import { optionalText, parseEnv } from '#server/parse-env.ts';

/** What makes WhatsApp work, all of it or nothing. */
const needed = z.object({
  /** The token of a system user with `whatsapp_business_messaging`. */
  WHATSAPP_ACCESS_TOKEN: optionalText,
  /** The id of the number that messages come from, which is not the number itself. */
  WHATSAPP_PHONE_NUMBER_ID: optionalText,
  /** Meta signs what it tells the shop with the secret of its app. */
  WHATSAPP_APP_SECRET: optionalText,
  /** What Meta sends when the address of the webhook is set there. */
  WHATSAPP_VERIFY_TOKEN: optionalText,
});

const optional = z.object({
  /** The approved template with the question, and the language it was approved in. */
  WHATSAPP_TEMPLATE: z.string().min(1).default('order_confirmation'),
  WHATSAPP_LANGUAGE: z.string().min(1).default('en'),
  /** The version is the one that this code was written for. */
  WHATSAPP_API_URL: z.url().default('https://graph.facebook.com/v25.0'),
});

export interface WhatsappSettings {
  accessToken: string;
  phoneNumberId: string;
  appSecret: string;
  verifyToken: string;
  template: string;
  language: string;
  apiUrl: string;
}

/** How WhatsApp is set up in an environment, or the variables that are missing: all of them where nobody wants it. */
export function whatsappSettingsOf(
  environment: Record<string, string | undefined>,
): { settings: WhatsappSettings } | { missing: string[]; isWanted: boolean } {
  const values = parseEnv(needed, environment);
  const missing = Object.entries(values).flatMap(([name, value]) => (value ? [] : [name]));
  const {
    WHATSAPP_ACCESS_TOKEN: accessToken,
    WHATSAPP_PHONE_NUMBER_ID: phoneNumberId,
    WHATSAPP_APP_SECRET: appSecret,
    WHATSAPP_VERIFY_TOKEN: verifyToken,
  } = values;
  if (!accessToken || !phoneNumberId || !appSecret || !verifyToken) {
    return { missing, isWanted: missing.length < Object.keys(values).length };
  }
  const { WHATSAPP_TEMPLATE: template, WHATSAPP_LANGUAGE: language, WHATSAPP_API_URL: apiUrl } = parseEnv(optional, environment);
  return { settings: { accessToken, phoneNumberId, appSecret, verifyToken, template, language, apiUrl } };
}
