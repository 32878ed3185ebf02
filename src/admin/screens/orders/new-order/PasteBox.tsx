import ClipboardPaste from 'virtual:icons/clipboard-paste';
import X from 'virtual:icons/x';
import { useRef, useState } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { Field } from '#components/Field.tsx';
import { atMost } from '#domain/text.ts';
import { MAX_CHAT_LENGTH } from './read-chat.ts';

interface Props {
  /** What of earlier chats was not understood. */
  unread: string[];
  /** Whether the chat was taken. If not, its text stays in the box. */
  onChat: (text: string) => Promise<boolean>;
  onForget: (line: string) => void;
}

/** Takes a pasted chat. What is pasted is read at once, what is typed when its button is pressed. */
export function PasteBox({ unread, onChat, onForget }: Props) {
  const [typed, setTyped] = useState('');
  const isReading = useRef(false);
  const report = useErrorBanner();

  async function read(text: string) {
    if (!text.trim()) return;
    setTyped(text);
    if (isTooLong(text) || isReading.current) return;
    isReading.current = true;
    const isTaken = await onChat(text).finally(() => {
      isReading.current = false;
    });
    // What was typed meanwhile has not been read.
    if (isTaken) setTyped((now) => (now === text ? '' : now));
  }

  async function paste() {
    try {
      await read(await navigator.clipboard.readText());
      report(null, CLIPBOARD_CLOSED);
    } catch (error) {
      report(error, CLIPBOARD_CLOSED);
    }
  }

  return (
    <section aria-label="Chat" className="panel p-4">
      <Field
        label="Paste the chat"
        hint="Name, phone, address and pieces are read from it."
        error={isTooLong(typed) ? `${atMost(MAX_CHAT_LENGTH)}: leave only the order in it` : ''}
      >
        {(control) => (
          <textarea
            {...control}
            dir="auto"
            rows={2}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onPaste={(event) => {
              // In what is typed already it is an edit.
              if (typed) return;
              event.preventDefault();
              void read(event.clipboardData.getData('text'));
            }}
            className="field"
          />
        )}
      </Field>
      <div className="mt-2 flex flex-wrap gap-2">
        {typed.trim() ? (
          <button type="button" onClick={() => read(typed)} className="btn btn-outline px-4">
            Read
          </button>
        ) : (
          <button type="button" onClick={paste} className="btn btn-outline px-4">
            <ClipboardPaste className="size-4" />
            Paste
          </button>
        )}
      </div>
      {unread.length > 0 && (
        <div role="status" className="mt-3">
          <p className="text-sm font-medium">Not understood, please read:</p>
          <ul className="mt-1 divide-y divide-line">
            {unread.map((line) => (
              <li key={line} className="flex items-center justify-between gap-2 text-sm">
                <span dir="auto" className="min-w-0 py-2 break-words">
                  {line}
                </span>
                <button
                  type="button"
                  onClick={() => onForget(line)}
                  aria-label={`Done with: ${line}`}
                  className="btn-icon text-muted"
                >
                  <X className="size-4" />
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function isTooLong(chat: string): boolean {
  return chat.length > MAX_CHAT_LENGTH;
}

const CLIPBOARD_CLOSED = 'The browser does not let this page read what was copied. Press and hold in the box, then choose Paste.';
