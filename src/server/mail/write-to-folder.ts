import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { html } from '#server/html.ts';
import type { Mail } from './email.ts';

/** Writes a mail to a file that a browser shows, for whoever runs the shop without a mail service. Their eyes only. */
export async function writeToFolder(folder: string, { id, to, subject, replyTo, html: page }: Mail): Promise<void> {
  const { markup } = html`<!-- To: ${to} | Subject: ${subject} | Reply to: ${replyTo ?? 'the shop'} -->`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, `${id}.html`), page.replace('\n', `\n${markup}\n`), { mode: 0o600 });
}
