import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '#admin/kit/failure-text.ts';
import { toast } from '#admin/kit/toast.ts';
import type { DraftKey } from '#browser/product-drafts.ts';
import { deleteDraft } from './drafts-store.ts';

interface AnyDraft {
  id: string;
  name: string;
}

interface Options<Draft extends AnyDraft> {
  key: DraftKey;
  /** Creates the record in the shop. */
  send: (draft: Draft) => Promise<unknown>;
  /** Shown when the server gives no reason: 'Failed to save product'. */
  failure: string;
}

interface Publishing<Draft extends AnyDraft> {
  publish: (drafts: Draft[]) => Promise<void>;
  isBusy: boolean;
  /** Why drafts could not be published, by draft id. */
  problems: Record<string, string>;
}

/** Publishes drafts one by one. A refused one stays a draft, with the reason. */
export function usePublish<Draft extends AnyDraft>({ key, send, failure }: Options<Draft>): Publishing<Draft> {
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const { mutateAsync } = useMutation({ mutationFn: send });

  async function publishOne(draft: Draft) {
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
