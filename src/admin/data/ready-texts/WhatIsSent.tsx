import type { ReadyTextLanguage } from '#domain/ready-texts/ready-texts.ts';

interface Props {
  language: ReadyTextLanguage;
  /** The text, filled in. */
  message: string;
}

/** A ready text as the customer will read it, folded until somebody wants to see it. */
export function WhatIsSent({ language, message }: Props) {
  return (
    <details className="mt-2 text-sm">
      <summary className="min-h-9 cursor-pointer py-1.5 text-ink-soft">What is sent</summary>
      <p
        lang={language}
        dir="auto"
        className="rounded-lg [unicode-bidi:plaintext] bg-cream px-3 py-2 break-words whitespace-pre-wrap"
      >
        {message}
      </p>
    </details>
  );
}
