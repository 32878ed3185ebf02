import type { Config } from '@netlify/functions';
import * as z from 'zod';
import { resource } from '#server/http/resource.ts';
import { changeReadyText, listReadyTexts } from '#server/ready-texts/ready-texts.ts';
import { readyText, readyTextEdit } from '#shared/schemas/ready-texts.ts';

export default resource()
  .get(
    '/api/ready-texts',
    { access: 'staff', summary: 'Texts that staff send by WhatsApp', returns: z.array(readyText) },
    ({ db }) => listReadyTexts(db),
  )
  .put(
    '/api/ready-texts',
    {
      access: 'staff',
      summary: 'Changes a text that staff send, or goes back to its default',
      body: readyTextEdit,
      errors: ['edited_meanwhile'],
      returns: readyText,
    },
    ({ db, body }) => changeReadyText(db, body),
  ).handler;

export const config: Config = { path: '/api/ready-texts' };
