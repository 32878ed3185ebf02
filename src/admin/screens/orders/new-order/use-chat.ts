import { useState } from 'react';
import { $draft, changeDraft } from './draft-store.ts';
import { nextDraft, type ReadChat, withChat } from './order-draft.ts';
import { type Doubt, doubtOf } from './other-customer.ts';
import { readChat } from './read-chat.ts';

/** What to do with a chat that may be somebody else's. */
export type ChatAnswer = 'new' | 'add' | 'keep';

interface Question {
  read: ReadChat;
  doubt: Doubt;
  settle: (answer: ChatAnswer) => void;
}

/** Reads chats into the draft. One that may be of another customer is asked about before anything changes. */
export function useChat() {
  const [question, setQuestion] = useState<Question | null>(null);

  /** Returns whether the chat was taken; if not, its text is still needed. */
  async function take(text: string): Promise<boolean> {
    const read = await readChat(text);
    const doubt = doubtOf($draft.get(), read.chat, Date.now());
    const answer = doubt ? await new Promise<ChatAnswer>((settle) => setQuestion({ read, doubt, settle })) : 'add';
    setQuestion(null);
    if (answer === 'keep') return false;
    changeDraft((before) => withChat(answer === 'new' ? nextDraft(before) : before, read));
    return true;
  }

  return { take, question };
}
