import { useMutation } from '@tanstack/react-query';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { accountRename, type BalanceLine } from '#domain/books/contract.ts';
import { renameAccount } from './books-api.ts';

const schema = accountRename.pick({ name: true });
type Fields = z.infer<typeof schema>;

/** Renames an account, in all months. */
export function RenameAccount({ line: { account, number, name }, onClose }: { line: BalanceLine; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: (fields: Fields) => renameAccount({ account, ...fields }),
    onSuccess: () => toast(`Account ${number} was renamed`),
  });
  const staffForm = useStaffForm<z.input<typeof schema>, Fields>({
    schema,
    values: { name },
    save: (fields) => mutateAsync(fields),
    onSaved: onClose,
    failure: 'Failed to rename the account',
  });
  return (
    <FormDialog title={`Rename ${number}`} action="Rename" staffForm={staffForm} size="narrow" onClose={onClose}>
      <TextField<Fields> name="name" label="Name" hint="Leave it empty for the usual name." />
    </FormDialog>
  );
}
