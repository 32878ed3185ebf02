import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#domain/settings/defaults.ts';
import { contactNotice } from './contact-emails.ts';
import { writeToFolder } from './write-to-folder.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'shop-mail-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const message = { firstName: 'Hina', lastName: '', email: 'hina@example.com', subject: '--> <b>', message: 'Salam' };
const mail = { id: 'a'.repeat(24), to: 'owner@shop.test', ...contactNotice(message, DEFAULT_SETTINGS) };

test('a mail becomes one page, however often it is written, and names its recipient', async () => {
  const folder = join(home, 'mail');
  writeToFolder(folder, mail);
  writeToFolder(folder, mail);
  expect(await readdir(folder)).toEqual([`${mail.id}.html`]);
  const page = await readFile(join(folder, `${mail.id}.html`), 'utf8');
  expect(page).toMatch(/^<!doctype html>\n<!-- To: owner@shop.test .* Reply to: hina@example.com -->\n<html/);
  expect(page).toContain('Salam');
});

test('only the file’s owner can read it', async () => {
  const folder = join(home, 'mail');
  writeToFolder(folder, mail);
  const modes = await Promise.all([folder, join(folder, `${mail.id}.html`)].map(async (path) => (await stat(path)).mode & 0o077));
  expect(modes).toEqual([0, 0]);
});
