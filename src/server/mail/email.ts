import { Html, html } from '#server/html.ts';
import type { Settings } from '#shared/schemas/settings.ts';

/** What a template makes of a row of the outbox. */
export interface Letter {
  subject: string;
  html: string;
  text: string;
  /** Whom an answer goes to, when it is not the sender. */
  replyTo?: string;
}

/** A mail, ready to go. */
export interface Mail extends Letter {
  /** The outbox row's id. Sent twice with it, it arrives once. */
  id: string;
  to: string;
}

/** What a mail says of the shop that sends it. */
export type Sender = Pick<Settings, 'identity' | 'contact'>;

/** The paper every mail is written on. Tables and inline styles: mail programs know no other. */
export function onPaper(title: string, content: Html, sender: Sender): string {
  const { markup } = html`<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf6f0;color:#2b2320;font:16px/1.5 Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" style="max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #eadfce"><tr><td style="padding:32px;word-break:break-word;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font:28px Georgia,serif;color:#7a1f33">${sender.identity.name}</p>
${content}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #eadfce;font-size:13px;color:#75685f">${signature(sender)}</p>
</td></tr></table>
</body>
</html>
`;
  return `<!doctype html>\n${markup}`;
}

/** The same signature under the plain text. */
export function signed(lines: string[], sender: Sender): string {
  return [...lines, '', '--', signature(sender), ''].join('\n');
}

function signature({ identity, contact }: Sender): string {
  return [identity.legalName, contact.phone, contact.email, contact.address.replace(/\s*\n\s*/g, ', ')]
    .filter(Boolean)
    .join(' · ');
}

/** Typed text, its line breaks kept. */
export function typed(text: string): Html {
  const lines = text.split(/\r?\n/).map((line) => html`${line}`.markup);
  return new Html(lines.join('<br>\n'));
}
