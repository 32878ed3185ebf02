import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField } from '#admin/kit/fields.tsx';
import { formatMoment } from '#admin/kit/formats.ts';
import { StatusBadge } from '#admin/kit/StatusBadge.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { isMasked } from '#domain/masked.ts';
import { type Message, type MessageStatus, messageAnswer } from '#domain/messages/contract.ts';
import { MESSAGE_STATUS_LABELS, senderOf } from './message-labels.ts';
import { postMessageAnswer, putMessageStatus } from './messages-api.ts';

interface Props {
  id: string;
  /** The message from the list. It may leave the list when its status changes. */
  listed: Message | undefined;
  onClose: () => void;
}

/** A message with its answers and a form for another. Opening a new message marks it as read. */
export function MessageDetails({ id, listed, onClose }: Props) {
  const [message, setMessage] = useState(listed);
  const report = useErrorBanner();
  const { mutateAsync: changeStatus } = useMutation({
    mutationFn: (status: MessageStatus) => putMessageStatus(id, status),
    onSuccess: setMessage,
  });
  const { mutateAsync: answer } = useMutation({ mutationFn: (text: string) => postMessageAnswer(id, text) });
  const staffForm = useStaffForm({
    schema: messageAnswer,
    values: { answer: '' },
    save: async (typed) => {
      await answer(typed.answer);
      toast('The answer is on its way by mail');
    },
    onSaved: onClose,
    failure: 'Failed to send the answer',
  });

  async function mark(status: MessageStatus) {
    try {
      await changeStatus(status);
      report(null, 'Failed to update message');
    } catch (error) {
      report(error, 'Failed to update message');
    }
  }

  const isUnread = useRef(message?.status === 'new');
  const markRead = useRef(() => void mark('read'));
  useEffect(() => {
    if (!isUnread.current) return;
    isUnread.current = false;
    markRead.current();
  }, []);

  if (!message) return null;
  const done = message.status === 'done';
  return (
    <FormDialog
      title={message.subject || `Message of ${senderOf(message)}`}
      staffForm={staffForm}
      action="Send Answer"
      busyAction="Sending…"
      beginsInField={false}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 break-words">
          <span className="font-medium">{senderOf(message)}</span>
          <br />
          {!isMasked(message.email) && (
            <a href={`mailto:${message.email}`} className="text-sm underline decoration-gold underline-offset-4">
              {message.email}
            </a>
          )}
        </p>
        <p className="flex items-center gap-2">
          <StatusBadge label={MESSAGE_STATUS_LABELS[message.status]} />
          <button type="button" onClick={() => void mark(done ? 'read' : 'done')} className="btn btn-outline px-3">
            {done ? 'Not done yet' : 'Mark as done'}
          </button>
        </p>
      </div>
      <article className="panel mt-4 p-4">
        <p className="text-xs text-muted">{formatMoment(message.createdAt)}</p>
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {message.message}
        </p>
      </article>
      {message.answers.map(({ id: answerId, answer: text, answeredBy, createdAt }) => (
        <article key={answerId} className="mt-3 ml-6 rounded-lg bg-cream p-4">
          <p className="text-xs text-ink-soft">
            {answeredBy || 'The shop'}, {formatMoment(createdAt)}
          </p>
          <p dir="auto" className="mt-1 break-words whitespace-pre-line">
            {text}
          </p>
        </article>
      ))}
      <AreaField
        name="answer"
        label="Answer by mail"
        hint={`Goes to ${isMasked(message.email) ? 'their mailbox' : message.email} with their message below it.`}
        rows={6}
        className="mt-5"
      />
    </FormDialog>
  );
}
