import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { DataList } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { toast } from '#admin/kit/toast.ts';
import { useList } from '#admin/kit/use-list.ts';
import type { UnsentMail } from '#domain/mail/contract.ts';
import { MAIL_STATUS_LABELS, mailColumns, titleOf } from './mail-columns.tsx';
import { dropMail, sendMailNow, unsentMails } from './mails-api.ts';

/** Mails that were held back by the limits of a day, or given up: send them now, or drop them. */
export default function MailsPage() {
  const list = useList(unsentMails);
  const report = useErrorBanner();
  const [toDrop, setToDrop] = useState<UnsentMail | null>(null);
  const { mutate: send } = useMutation({
    mutationFn: ({ id }: UnsentMail) => sendMailNow(id),
    onSuccess: (_, { recipient }) => toast(`The mail to ${recipient} is on its way`),
    onSettled: (_, failure) => report(failure, 'Failed to send the mail'),
  });

  return (
    <Screen title="Unsent mails">
      <ListFilters
        list={list}
        label="Mails"
        fields={[{ states: 'status', label: 'Status', all: 'All', names: textsOf(MAIL_STATUS_LABELS) }]}
      />
      <DataList list={list} columns={mailColumns({ onSend: send, onDrop: setToDrop })} empty="No mail was held back" />
      {toDrop && <DropMail mail={toDrop} onClose={() => setToDrop(null)} />}
    </Screen>
  );
}

function DropMail({ mail, onClose }: { mail: UnsentMail; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => dropMail(mail.id),
    onSuccess: () => toast(`The mail to ${mail.recipient} was dropped`),
  });
  return (
    <ConfirmDialog
      question="Drop this mail?"
      detail={`${titleOf(mail)} is not sent to ${mail.recipient}.`}
      action="Drop"
      busyAction="Dropping…"
      failure="Failed to drop the mail"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
