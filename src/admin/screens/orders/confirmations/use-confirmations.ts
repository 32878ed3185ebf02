import { useStore } from '@nanostores/react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import * as z from 'zod';
import { failureText } from '#admin/kit/failure-text.ts';
import { formatMoment } from '#admin/kit/formats.ts';
import { $location, navigate } from '#admin/platform/router.ts';
import { ApiFailure } from '#browser/api.ts';
import { randomKey } from '#browser/random-key.ts';
import { safePersistentAtom } from '#browser/safe-persistent-atom.ts';
import { asRecord } from '#browser/storage.ts';
import {
  type ConfirmationOutcome,
  claimHolder,
  type DeskOrder,
  type NewAttempt,
  newAttempt,
} from '#domain/confirmations/contract.ts';
import type { StaffOrder } from '#domain/orders/contract.ts';
import { cancelOrder, claim, claimNext, giveBack, postAttempt } from './confirmations-api.ts';

/** A second press on the button that brought this order would otherwise be taken for its answer. */
const FRESH_MS = 400;

/** What was typed about orders, by their id. Stays until it is saved, through reloads and a lost line. */
const $notes = safePersistentAtom<Record<string, string>>('admin.desk-notes', {}, (found) =>
  Object.fromEntries(Object.entries(asRecord(found)).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
);

/** An answer that was sent, and the key it was sent with. */
const sentAnswer = z.object({ said: z.string(), key: z.string() });

/** What was sent about orders without word that it was stored, by their id: the same answer goes again under its key, also after a reload. */
const $unanswered = safePersistentAtom('admin.desk-unanswered', {}, (found) =>
  z.record(z.string(), sentAnswer).catch({}).parse(found),
);

/** The order before this one, and what came of asking about it. */
export interface Done {
  order: StaffOrder;
  outcome: ConfirmationOutcome;
  isCancelled: boolean;
}

export interface Confirmations {
  /** The order in work; null before the first one and when nothing is due. */
  current: DeskOrder | null;
  isBusy: boolean;
  /** Whether outcomes are taken. */
  isReady: boolean;
  failure: string;
  dismissFailure: () => void;
  note: string;
  /** Why no answer is taken with this note. */
  noteError: string | undefined;
  setNote: (note: string) => void;
  /** How the shopper was asked: by call, until WhatsApp was opened. */
  how: NewAttempt['how'];
  setHow: (how: NewAttempt['how']) => void;
  done: Done | null;
  /** Takes the most urgent order, or leaves the current one to others and takes the one behind it. */
  next: () => void;
  open: (orderId: string) => void;
  /** Gives the current order back and shows the queue. */
  stop: () => void;
  record: (outcome: ConfirmationOutcome, callBackAt?: string) => void;
  /** Cancels the order before this one, which its shopper refused. */
  cancelDone: () => void;
}

/** The work at the desk: one order at a time, taken on by its claim, each answer bringing the next one in the same request. */
export function useConfirmations(): Confirmations {
  const client = useQueryClient();
  const [current, setCurrent] = useState<DeskOrder | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState('');
  const [how, setHow] = useState<NewAttempt['how']>('call');
  const [done, setDone] = useState<Done | null>(null);
  const notes = useStore($notes);
  const held = useRef<string>(undefined);
  const orderId = current?.order.id;
  const note = orderId ? (notes[orderId] ?? '') : '';
  const noteError = newAttempt.shape.note.safeParse(note).error?.issues[0]?.message;
  const mayRecord = isReady && !isBusy && !noteError;

  const show = useCallback((order: DeskOrder | null) => {
    held.current = order?.order.id;
    setHow('call');
    setReady(false);
    setCurrent(order);
    navigate(order ? `/admin/confirm?order=${order.order.id}` : '/admin/confirm', { replace: true });
  }, []);

  useEffect(() => {
    if (!current) return;
    window.scrollTo(0, 0);
    const ready = setTimeout(() => setReady(true), FRESH_MS);
    return () => clearTimeout(ready);
  }, [current]);

  /** Runs one step at a time; what fails is said and changes nothing. */
  const step = useCallback(
    async (fallback: string, run: () => Promise<void>) => {
      setBusy(true);
      setFailure('');
      try {
        await run();
      } catch (error) {
        setFailure(reasonOf(error, fallback));
      } finally {
        setBusy(false);
        // In the background: nobody waits for the queue.
        void client.invalidateQueries();
      }
    },
    [client],
  );

  const open = useCallback(
    (id: string) =>
      void step('Failed to open the order', async () => {
        const before = held.current;
        show(await claim(id));
        if (before && before !== id) await giveBack(before);
      }),
    [step, show],
  );

  // A reload, or a link to an order, goes on where it was. Who leaves the desk holds nothing.
  useEffect(() => {
    const asked = new URLSearchParams($location.get().search).get('order');
    if (asked) open(asked);
    return () => {
      if (held.current) giveBack(held.current).catch((reason: unknown) => console.warn('The order was not given back', reason));
    };
  }, [open]);

  async function send(outcome: ConfirmationOutcome, { order }: DeskOrder, callBackAt?: string): Promise<void> {
    const note = (notes[order.id] ?? '').trim();
    const attempt = { how, outcome, note, ...(callBackAt && { callBackAt }) };
    const { order: asked, next } = await postAttempt(order.id, attempt, keyOf(order.id, JSON.stringify(attempt)));
    $unanswered.set(without($unanswered.get(), order.id));
    $notes.set(without($notes.get(), order.id));
    setDone({ order: asked, outcome, isCancelled: false });
    show(next);
  }

  return {
    current,
    isBusy,
    isReady: mayRecord,
    failure,
    dismissFailure: () => setFailure(''),
    note,
    noteError,
    setNote: (note) => orderId && $notes.set({ ...$notes.get(), [orderId]: note }),
    how,
    setHow,
    done,
    next: () => void step('Failed to fetch the next order', async () => show(await claimNext(orderId))),
    open,
    stop: () =>
      void step('Failed to give the order back', async () => {
        if (orderId) await giveBack(orderId);
        show(null);
      }),
    record: (outcome, callBackAt) => {
      if (current && mayRecord) void step('Not saved: what you entered is still here', () => send(outcome, current, callBackAt));
    },
    cancelDone: () => {
      if (done?.outcome !== 'refused' || done.isCancelled || isBusy) return;
      void step('Failed to cancel the order', async () => {
        await cancelOrder(done.order);
        setDone({ ...done, isCancelled: true });
      });
    },
  };
}

/** The key of an answer: a new one, unless the same was sent before. */
function keyOf(orderId: string, said: string): string {
  const before = $unanswered.get()[orderId];
  if (before?.said === said) return before.key;
  const key = randomKey();
  $unanswered.set({ ...$unanswered.get(), [orderId]: { said, key } });
  return key;
}

function without<Value>(all: Record<string, Value>, id: string): Record<string, Value> {
  const { [id]: _, ...others } = all;
  return others;
}

/** Why a step failed. A colleague's claim is told with its end. */
function reasonOf(error: unknown, fallback: string): string {
  if (error instanceof ApiFailure && error.code === 'claimed_by_other') {
    const { name, until } = claimHolder.parse(error.details);
    return `${name} works on this order until ${formatMoment(until)}. Take the next one.`;
  }
  return failureText(error, fallback);
}
