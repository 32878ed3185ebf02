import { expect, test } from 'vitest';
import { whatsappSettingsOf } from './whatsapp-variables.ts';

const ALL = {
  WHATSAPP_ACCESS_TOKEN: 'EAA',
  WHATSAPP_PHONE_NUMBER_ID: '1',
  WHATSAPP_APP_SECRET: 'secret',
  WHATSAPP_VERIFY_TOKEN: 'token',
};

test('WhatsApp is set up by four variables; template, language and version have defaults', () => {
  expect(whatsappSettingsOf(ALL)).toEqual({
    settings: {
      accessToken: 'EAA',
      phoneNumberId: '1',
      appSecret: 'secret',
      verifyToken: 'token',
      template: 'order_confirmation',
      language: 'en',
      apiUrl: 'https://graph.facebook.com/v25.0',
    },
  });
});

test('without any of them nobody wants it', () => {
  expect(whatsappSettingsOf({ WHATSAPP_LANGUAGE: 'ur' })).toMatchObject({ isWanted: false });
});

test.each(Object.keys(ALL))('without %s it is off, and that is said', (name) => {
  expect(whatsappSettingsOf({ ...ALL, [name]: ' ' })).toEqual({ missing: [name], isWanted: true });
});
