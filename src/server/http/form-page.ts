import { createHash } from 'node:crypto';
import type { ShopDatabase } from '#server/database/client.ts';
import { Html, html } from '#server/html.ts';
import { logFailure } from '#server/log.ts';
import { contactLinks } from '#server/settings/contact-links.ts';
import { currentSettings } from '#server/settings/settings.ts';

/** A small page for browsers without script. */
export interface FormPage {
  title: string;
  content: Html | Html[];
  /** The link at its end. */
  back: { href: string; text: string };
}

const STYLE = `body{margin:0;background:#fbf8f2;color:#231b16;font:1.0625rem/1.6 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:2.5rem 1.25rem 4rem;overflow-wrap:break-word}
.shop{font:1.75rem Georgia,serif;color:#57101f;text-decoration:none}
h1{font:2rem/1.2 Georgia,serif;margin:2rem 0 1rem}
h2{font:1.375rem Georgia,serif;margin:2rem 0 .5rem}
a{color:#57101f;text-underline-offset:.25em}
li{margin:.5rem 0}
dt{color:#6d6156}dd{margin:0 0 .75rem;font-weight:500}
.contact a{display:block;padding:.625rem 0}
button,.back{display:inline-block;margin-top:2rem;padding:.75rem 1.5rem;background:#231b16;color:#fbf8f2;text-decoration:none}
button{margin:0;border:0;font:inherit;background:#57101f}`;

/** These pages load, run and frame nothing; their style is allowed by its hash. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Netlify's headers for pages do not reach what functions answer. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'same-origin',
  'Strict-Transport-Security': 'max-age=63072000',
};

/** Renders a page. Name and contact come from the settings, and are left out when these cannot be read. */
export async function renderFormPage(
  db: ShopDatabase,
  { title, content, back }: FormPage,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Response> {
  const settings = await currentSettings(db).catch((failure: unknown) => {
    logFailure('reading the settings for a page', failure);
    return undefined;
  });
  const name = settings?.identity.name ?? 'The shop';
  const { markup } = html`<html lang="en-PK">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} | ${name}</title><style>${new Html(STYLE)}</style></head>
<body><main>
<a class="shop" href="/">${name}</a>
<h1>${title}</h1>
${Array.isArray(content) ? content : [content]}
${settings ? contactLinks(settings) : []}
<a class="back" href="${back.href}">${back.text}</a>
</main></body>
</html>
`;
  return new Response(`<!doctype html>\n${markup}`, { status, headers: { ...HEADERS, ...headers } });
}
