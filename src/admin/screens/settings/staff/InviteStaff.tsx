import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyLink } from '#admin/kit/CopyLink.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { newInvitation, type SentInvitation } from '#domain/staff/contract.ts';
import { RoleChoice } from './RoleChoice.tsx';
import { postInvitation } from './staff-api.ts';

/** Invites somebody by mail, then shows the link to pass it on in another way. */
export function InviteStaff({ onClose }: { onClose: () => void }) {
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const { mutateAsync } = useMutation({ mutationFn: postInvitation, onSuccess: setSent });
  const staffForm = useStaffForm({
    schema: newInvitation,
    values: { email: '', username: '', role: 'desk' },
    save: (typed) => mutateAsync(typed),
    onSaved: () => {},
    failure: 'Failed to invite',
  });

  if (sent) {
    return (
      <Dialog
        title={`${sent.username} was invited`}
        size="narrow"
        onClose={onClose}
        footer={
          <button type="button" onClick={onClose} className="btn btn-primary">
            Done
          </button>
        }
      >
        <p className="mb-4">
          A mail with the link goes to <span className="font-medium break-all">{sent.email}</span>. You can also pass the link on
          yourself: it is good for seven days, works once, and is shown only now.
        </p>
        <CopyLink link={sent.link} />
      </Dialog>
    );
  }
  return (
    <FormDialog title="Invite to the staff" staffForm={staffForm} action="Invite" busyAction="Inviting…" onClose={onClose}>
      <div className="grid gap-4">
        <TextField name="email" label="E-mail *" type="email" inputMode="email" autoCapitalize="none" />
        <TextField
          name="username"
          label="User name *"
          hint="What they sign in with: lower-case letters, digits, dots, dashes."
          autoCapitalize="none"
          spellCheck={false}
        />
        <RoleChoice />
      </div>
    </FormDialog>
  );
}
