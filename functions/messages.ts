import type { Config } from '@netlify/functions';
import { message, messageAnswer, messageQuery, messageStatusChange } from '#domain/messages/contract.ts';
import { resource } from '#server/api/api.ts';
import { page } from '#server/http/operation.ts';
import { answerMessage, listMessages, setMessageStatus } from '#server/messages/messages.ts';

const staffOnly = { access: 'staff', returns: message } as const;

export default resource('What visitors wrote, and the answers.')
  .get(
    '/api/messages',
    { access: 'staff', right: 'answer_messages', summary: 'What visitors wrote', query: messageQuery, returns: page(message) },
    ({ db, query }) => listMessages(db, query),
  )
  .put(
    '/api/messages/:id/status',
    {
      ...staffOnly,
      right: 'answer_messages',
      summary: 'Sets the status of a message',
      body: messageStatusChange,
      errors: ['message_not_found'],
    },
    ({ db, params, body }) => setMessageStatus(db, params.id, body),
  )
  .post(
    '/api/messages/:id/answers',
    {
      ...staffOnly,
      right: 'answer_messages',
      summary: 'Answers a message by mail',
      body: messageAnswer,
      shows: ['answer'],
      status: 201,
      sendsMail: true,
      errors: ['message_not_found'],
    },
    ({ db, params, body, staff }) => answerMessage(db, params.id, body, staff.id),
  ).handler;

export const config: Config = { path: ['/api/messages', '/api/messages/*'] };
