import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from '#server/html.ts';
import type { OutgoingEmail } from './email.ts';

/**
 * Writes a mail to a file that a browser shows, readable by its owner only. For shops without a mail service. At once: to write so little takes a fifth
 * of what it takes to have it written.
 */
export function writeToFolder(folder: string, { id, to, subject, replyTo, unsubscribe, html: page }: OutgoingEmail): void {
  const { markup } =
    html`<!-- To: ${to} | Subject: ${subject} | Reply to: ${replyTo ?? 'the shop'}${unsubscribe ? ` | Unsubscribe: ${unsubscribe}` : ''} -->`;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `${id}.html`), page.replace('\n', `\n${markup}\n`), { mode: 0o600 });
}
