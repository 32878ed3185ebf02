import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { readyText, readyTextEdit } from '#domain/ready-texts/contract.ts';
import { resource } from '#server/api/api.ts';
import { changeReadyText, listReadyTexts } from '#server/ready-texts/ready-texts.ts';

export default resource('What staff write to shoppers by WhatsApp.')
  .get(
    '/api/ready-texts',
    { access: 'staff', right: 'none', summary: 'Texts that staff send by WhatsApp', returns: z.array(readyText) },
    ({ db }) => listReadyTexts(db),
  )
  .put(
    '/api/ready-texts',
    {
      access: 'staff',
      right: 'change_settings',
      summary: 'Changes a text that staff send, or goes back to its default',
      body: readyTextEdit,
      shows: ['text'],
      errors: ['edited_meanwhile'],
      returns: readyText,
    },
    ({ db, body }) => changeReadyText(db, body),
  ).handler;

export const config: Config = { path: '/api/ready-texts' };
