import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { policyOf, writePageHeaders } from './page-headers.ts';

const page = (policy: string) => `<html><head><meta http-equiv="content-security-policy" content="${policy}"></head></html>`;

test('the header has the pages’ policy, normalised', () => {
  const policy = "default-src 'self';img-src 'self' data:; script-src 'self' 'sha256-x=';";
  expect(policyOf([page(policy), page(policy)])).toBe("default-src 'self'; img-src 'self' data:; script-src 'self' 'sha256-x='");
});

test('pages with different policies, or none, stop the build, because the header would block them', () => {
  expect(() => policyOf([page("default-src 'self'"), page("default-src 'none'")])).toThrow();
  expect(() => policyOf([page("default-src 'self'"), '<html></html>'])).toThrow();
});

test('a page that allows what is unsafe stops the build, because the header would allow it to all', () => {
  for (const source of ["'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'", "'unsafe-hashes'"])
    expect(() => policyOf([page("script-src 'self'"), page(`script-src 'self' ${source}`)])).toThrow(source);
});

test('only the script that reads codes may run WebAssembly; without it the build stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-headers-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, '_astro'));
  writeFileSync(join(folder, 'index.html'), page("script-src 'self'"));
  writeFileSync(join(folder, '_astro/core.abc.js'), '');
  await expect(writePageHeaders(folder)).rejects.toThrow('0 scripts that read codes');
  writeFileSync(join(folder, '_astro/code-reader-a_B-1.js'), '');
  await writePageHeaders(folder);
  expect(readFileSync(join(folder, '_headers'), 'utf8')).toBe(
    [
      '/*',
      "  Content-Security-Policy: script-src 'self'; frame-ancestors 'none'",
      '/_astro/code-reader-a_B-1.js',
      "  Content-Security-Policy: default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'",
      '',
    ].join('\n'),
  );
});
