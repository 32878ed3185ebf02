import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { BankAccount } from '#domain/payments/bank-accounts.ts';
import { formatIban } from '#domain/payments/iban.ts';
import { changedByText, meanwhileText } from './bank-account-text.ts';
import { postApproval } from './bank-accounts-api.ts';

/** Lets customers see a change at once: by another owner, or with the second factor of whoever made it. */
export function ApproveAccount({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const { id, title, bankName, iban, raastId, updatedAt, isOwnChange } = account;
  const { mutateAsync } = useMutation({
    mutationFn: () => postApproval(id, { updatedAt }),
    onSuccess: () => toast(`Customers see ${title} now`),
  });
  return (
    <ConfirmDialog
      question={isOwnChange ? 'Confirm your change?' : 'Approve this change?'}
      detail={
        isOwnChange
          ? 'Customers see the account like this at once:'
          : `Changed by ${changedByText(account)}. Ask them, not by mail, whether it was them. Customers see the account like this at once:`
      }
      action={isOwnChange ? 'Confirm' : 'Approve'}
      tone="plain"
      failure="Failed to approve the change"
      onConfirm={() => mutateAsync()}
      onClose={onClose}
    >
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 break-words">
        <Fact name="Title" value={title} />
        <Fact name="Bank" value={bankName} />
        <Fact name="IBAN" value={formatIban(iban)} />
        <Fact name="Raast ID" value={raastId || 'none'} />
      </dl>
      <p className="mt-3 text-sm break-words text-ink-soft">{meanwhileText(account)}</p>
    </ConfirmDialog>
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
