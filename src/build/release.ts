import { readFileSync } from 'node:fs';

const { version }: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** What the pages are built from, by which errors in browsers are told apart: the commit on Netlify, else the version. */
export const RELEASE = process.env.COMMIT_REF?.slice(0, 8) || version;
