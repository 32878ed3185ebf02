import Plus from 'virtual:icons/plus';
import { arrayMove } from '@dnd-kit/sortable';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { SortableList } from '#admin/kit/sortable/SortableList.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { BankAccount } from '#domain/payments/bank-accounts.ts';
import { formatIban } from '#domain/payments/iban.ts';
import { ApproveAccount } from './ApproveAccount.tsx';
import { EditAccount, NewAccount } from './BankAccountForm.tsx';
import { BankAccountRow } from './BankAccountRow.tsx';
import { savedText } from './bank-account-text.ts';
import { bankAccountsQuery, deleteAccount, fieldsOf, ownFactorQuery, putAccount, putAccountOrder } from './bank-accounts-api.ts';

type Open = { dialog: 'new' } | { dialog: 'edit' | 'approve' | 'delete'; account: BankAccount };

/** A change counts by the clock, too. */
const REFRESH_MS = 60_000;

/** Where customers pay by transfer. For owners. */
export function BankAccounts() {
  const { data: accounts, isError, isFetching, refetch } = useQuery({ ...bankAccountsQuery, refetchInterval: REFRESH_MS });
  const { data: factor } = useQuery(ownFactorQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const queries = useQueryClient();
  const report = useErrorBanner();
  const hasSecondFactor = Boolean(factor?.since);
  const close = () => setOpen(null);

  const sort = useMutation({
    scope: { id: 'bank-accounts' },
    mutationFn: putAccountOrder,
    onMutate: (sorted) => {
      void queries.cancelQueries({ queryKey: bankAccountsQuery.queryKey }); // a running request would bring back the old list
      queries.setQueryData(bankAccountsQuery.queryKey, sorted);
    },
    onSuccess: () => toast('The order was saved'),
    onSettled: (_, failure) => {
      report(failure, 'Failed to save the order');
      if (failure) void refetch();
    },
  });
  const toggle = useMutation({
    mutationFn: (account: BankAccount) =>
      putAccount(account.id, { ...fieldsOf(account), isShown: !account.isShown, updatedAt: account.updatedAt }),
    onSuccess: (saved) => toast(savedText(saved)),
    onSettled: (_, failure, { isShown }) => {
      report(failure, isShown ? 'Failed to hide the account' : 'Failed to show the account');
      if (failure) void refetch();
    },
  });

  if (!accounts) return isError && !isFetching ? <TryAgain onRetry={() => void refetch()} /> : <Spinner />;
  return (
    <>
      <div className="mb-3 flex justify-end">
        <button type="button" onClick={() => setOpen({ dialog: 'new' })} className="btn btn-primary px-4">
          <Plus className="size-4" />
          New Account
        </button>
      </div>
      {accounts.length === 0 ? (
        <p className="panel px-4 py-8 text-center text-muted">
          No bank account yet. Until there is one, customers can only pay in cash.
        </p>
      ) : (
        <SortableList
          label="Bank accounts"
          items={accounts}
          keyOf={({ id }) => id}
          nameOf={({ title }) => title}
          onMove={(from, to) => sort.mutate(arrayMove(accounts, from, to))}
          layout="list"
          className="panel divide-y divide-line overflow-hidden"
        >
          {(account, _, controls) => (
            <BankAccountRow
              account={account}
              controls={controls}
              hasSecondFactor={hasSecondFactor}
              onEdit={() => setOpen({ dialog: 'edit', account })}
              onToggle={() => toggle.mutate(account)}
              onApprove={() => setOpen({ dialog: 'approve', account })}
              onDelete={() => setOpen({ dialog: 'delete', account })}
            />
          )}
        </SortableList>
      )}
      {open?.dialog === 'new' && <NewAccount hasSecondFactor={hasSecondFactor} onClose={close} />}
      {open?.dialog === 'edit' && <EditAccount account={open.account} hasSecondFactor={hasSecondFactor} onClose={close} />}
      {open?.dialog === 'approve' && <ApproveAccount account={open.account} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteAccount account={open.account} onClose={close} />}
    </>
  );
}

function DeleteAccount({ account: { id, title, iban }, onClose }: { account: BankAccount; onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: () => deleteAccount(id), onSuccess: () => toast(`${title} was deleted`) });
  return (
    <ConfirmDialog
      question="Are you sure you want to delete this bank account?"
      detail={`${title}, ${formatIban(iban)}. Customers stop seeing it at once. What was paid to it stays in the books.`}
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete the account"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
