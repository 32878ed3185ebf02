import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import { FormDialog } from './FormDialog.tsx';
import { AreaField } from './fields.tsx';
import { toast } from './toast.ts';
import { useStaffForm } from './use-staff-form.ts';

interface Fields {
  reason: string;
}

interface Props {
  title: string;
  /** The body of the operation, or what of it is typed. */
  schema: z.ZodType<Fields, Fields>;
  action: string;
  busyAction?: string;
  save: (reason: string) => Promise<unknown>;
  /** What is said once it is done. */
  done: string;
  /** What is said when the server gives no reason: `Failed to undo the settlement`. */
  failure: string;
  hint?: string;
  onClose: () => void;
  /** What it does. */
  children: ReactNode;
}

/** A dialog that does something which needs a reason. */
export function AskReason({ title, schema, action, busyAction, save, done, failure, hint, onClose, children }: Props) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ reason }: Fields) => save(reason),
    onSuccess: () => toast(done),
  });
  const staffForm = useStaffForm<Fields, Fields>({
    schema,
    values: { reason: '' },
    save: (fields) => mutateAsync(fields),
    onSaved: onClose,
    failure,
  });
  return (
    <FormDialog
      title={title}
      action={action}
      {...(busyAction && { busyAction })}
      staffForm={staffForm}
      size="narrow"
      beginsInField="always"
      onClose={onClose}
    >
      <div className="mb-4">{children}</div>
      <AreaField<Fields> name="reason" label="Why *" rows={3} hint={hint} />
    </FormDialog>
  );
}
