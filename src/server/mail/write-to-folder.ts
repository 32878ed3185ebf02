import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { html } from '#server/html.ts';
import type { OutgoingEmail } from './email.ts';

/** Writes a mail to a file that a browser shows, readable by its owner only. For shops without a mail service. */
export async function writeToFolder(folder: string, { id, to, subject, replyTo, html: page }: OutgoingEmail): Promise<void> {
  const { markup } = html`<!-- To: ${to} | Subject: ${subject} | Reply to: ${replyTo ?? 'the shop'} -->`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `${id}.html`), page.replace('\n', `\n${markup}\n`), { mode: 0o600 });
}
