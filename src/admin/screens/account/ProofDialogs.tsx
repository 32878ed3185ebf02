import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type SecondFactorProof, secondFactorProof } from '#domain/accounts/second-factor.ts';
import { postRecoveryCodes, postSwitchOff } from './account-api.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Makes new recovery codes and shows them. */
export function RenewCodes({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes) {
    return (
      <Dialog title="New recovery codes" size="narrow" onClose={onClose}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <ProofDialog
      title="New recovery codes"
      action="Make new codes"
      failure="Failed to make new codes"
      run={async (proof) => setCodes((await postRecoveryCodes(proof)).codes)}
      onSaved={() => {}}
      onClose={onClose}
    >
      The codes you have now then stop working.
    </ProofDialog>
  );
}

/** Switches the second factor off. */
export function SwitchOff({ onClose }: { onClose: () => void }) {
  return (
    <ProofDialog
      title="Switch the second factor off"
      action="Switch off"
      failure="Failed to switch it off"
      run={postSwitchOff}
      onSaved={() => {
        toast('The second factor is off');
        onClose();
      }}
      onClose={onClose}
    >
      You then sign in with the password alone.
    </ProofDialog>
  );
}

interface Props {
  title: string;
  action: string;
  failure: string;
  run: (proof: SecondFactorProof) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
  /** What it means. */
  children: ReactNode;
}

/** Asks for password and code before the second factor is changed. */
function ProofDialog({ title, action, failure, run, onSaved, onClose, children }: Props) {
  const { mutateAsync } = useMutation({ mutationFn: run });
  const staffForm = useStaffForm({
    schema: secondFactorProof,
    values: { password: '', code: '' },
    save: (typed) => mutateAsync(typed),
    onSaved,
    failure,
  });
  return (
    <FormDialog title={title} size="narrow" staffForm={staffForm} action={action} onClose={onClose}>
      <p className="mb-5">{children}</p>
      <div className="grid gap-4">
        <TextField name="password" label="Your password *" type="password" autoComplete="current-password" />
        <TextField
          name="code"
          label="Code *"
          hint="From the app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      </div>
    </FormDialog>
  );
}
