import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type BankAccount, bankAccountApproval } from '#domain/payments/bank-accounts.ts';
import { formatIban } from '#domain/payments/iban.ts';
import { changedByText, meanwhileText } from './bank-account-text.ts';
import { postApproval } from './bank-accounts-api.ts';
import { CodeField } from './CodeField.tsx';

const code = bankAccountApproval.pick({ code: true });

/** Lets customers see a change at once: by another owner, or with the code of whoever made it. */
export function ApproveAccount({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const { id, title, bankName, iban, raastId, updatedAt, isOwnChange } = account;
  const { mutateAsync } = useMutation({
    mutationFn: (typed: { code?: string | undefined }) => postApproval(id, { ...typed, updatedAt }),
    onSuccess: () => toast(`Customers see ${title} now`),
  });
  const staffForm = useStaffForm({
    schema: code,
    values: { code: '' },
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to approve the change',
  });
  return (
    <FormDialog
      title={isOwnChange ? 'Confirm your change' : 'Approve this change'}
      size="narrow"
      staffForm={staffForm}
      action={isOwnChange ? 'Confirm' : 'Approve'}
      onClose={onClose}
    >
      <p className="mb-3 text-sm text-ink-soft">
        {isOwnChange
          ? 'Customers see the account like this at once:'
          : `Changed by ${changedByText(account)}. Ask them, not by mail, whether it was them. Customers see the account like this at once:`}
      </p>
      <dl className="mb-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 break-words">
        <Fact name="Title" value={title} />
        <Fact name="Bank" value={bankName} />
        <Fact name="IBAN" value={formatIban(iban)} />
        <Fact name="Raast ID" value={raastId || 'none'} />
      </dl>
      <p className="mb-4 text-sm break-words text-ink-soft">{meanwhileText(account)}</p>
      {isOwnChange && <CodeField isRequired hint="The six digits that your app shows" />}
    </FormDialog>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="min-w-0 font-medium tabular-nums">
        {value}
      </dd>
    </>
  );
}
