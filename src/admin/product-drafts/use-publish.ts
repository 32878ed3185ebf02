import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { toast } from '#admin/kit/toast.ts';
import type { DraftKey } from '#browser/product-drafts.ts';
import { deleteDraft } from './drafts-store.ts';

interface Draft {
  id: string;
  name: string;
}

interface Options<Kind extends Draft> {
  key: DraftKey;
  /** Puts it into the shop. */
  send: (draft: Kind) => Promise<unknown>;
  /** What to say when the server gives no reason: 'Failed to save product'. */
  failure: string;
}

export interface Publishing<Kind extends Draft> {
  publish: (drafts: Kind[]) => Promise<void>;
  isBusy: boolean;
  /** Why drafts could not be published, by their ids. */
  problems: Record<string, string>;
}

/** Puts drafts into the shop, one after the other. One that is refused stays a draft, with the reason. */
export function usePublish<Kind extends Draft>({ key, send, failure }: Options<Kind>): Publishing<Kind> {
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const { mutateAsync } = useMutation({ mutationFn: send });

  async function publishOne(draft: Kind) {
    try {
      await mutateAsync(draft);
      deleteDraft(key, draft.id);
      toast(`${draft.name} was published`);
    } catch (error) {
      setProblems((known) => ({ ...known, [draft.id]: failureText(error, failure) }));
    }
  }

  return {
    problems,
    isBusy,
    publish: async (drafts) => {
      setBusy(true);
      setProblems({});
      for (const draft of drafts) await publishOne(draft);
      setBusy(false);
    },
  };
}
