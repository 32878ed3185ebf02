import type { Settings } from '#domain/settings/contract.ts';
import { Html, html } from '#server/html.ts';

/** What a template writes. */
export interface Email {
  subject: string;
  html: string;
  text: string;
  /** Where replies go, unless to the sender. */
  replyTo?: string;
  /** Ends mails of this kind when it is posted to: mail programs show a button for it (RFC 8058). */
  unsubscribe?: string;
}

export interface OutgoingEmail extends Email {
  /** The id of its outbox row. Sent twice with the same id, it arrives once. */
  id: string;
  to: string;
}

/** The shop as its mails name it. */
export type Sender = Pick<Settings, 'identity' | 'contact'>;

/** The frame of every mail. Tables and inline styles, because mail programs support nothing else. */
export function withLayout(title: string, content: Html, sender: Sender): string {
  const { markup } = html`<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px 12px;background:#faf6f0;color:#2b2320;font:16px/1.5 Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" style="max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #eadfce"><tr><td style="padding:28px 24px;word-break:break-word;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font:28px Georgia,serif;color:#7a1f33">${sender.identity.name}</p>
${content}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #eadfce;font-size:13px;color:#75685f">${footer(sender)}</p>
</td></tr></table>
</body>
</html>
`;
  return `<!doctype html>\n${markup}`;
}

/** Plain text with the same footer. */
export function withFooter(lines: string[], sender: Sender): string {
  return [...lines, '', '--', footer(sender), ''].join('\n');
}

function footer({ identity, contact }: Sender): string {
  return [identity.legalName, contact.phone, contact.email, contact.address.replace(/\s*\n\s*/g, ', ')]
    .filter(Boolean)
    .join(' · ');
}

/** Typed text with its line breaks. */
export function withLineBreaks(text: string): Html {
  const lines = text.split(/\r?\n/).map((line) => html`${line}`.markup);
  return new Html(lines.join('<br>\n'));
}
