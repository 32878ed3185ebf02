import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { CheckField, TextField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type BankAccount, type NewBankAccount, newBankAccount } from '#domain/payments/bank-accounts.ts';
import { formatIban } from '#domain/payments/iban.ts';
import { savedText } from './bank-account-text.ts';
import { fetchAccount, fieldsOf, postAccount, putAccount } from './bank-accounts-api.ts';

interface Props {
  hasSecondFactor: boolean;
  onClose: () => void;
}

const NEW = { title: '', bankName: '', iban: '', raastId: '', isShown: true };

/** A new account. */
export function NewAccount({ hasSecondFactor, onClose }: Props) {
  const { mutateAsync } = useMutation({ mutationFn: postAccount, onSuccess: (saved) => toast(savedText(saved)) });
  const staffForm = useStaffForm({
    schema: newBankAccount,
    values: NEW,
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to add the account',
  });
  return (
    <FormDialog title="New Bank Account" staffForm={staffForm} action="Add Account" busyAction="Adding…" onClose={onClose}>
      <Fields hasSecondFactor={hasSecondFactor} />
    </FormDialog>
  );
}

/** Changes an account. Customers see it as it was until the change counts. */
export function EditAccount({ account, hasSecondFactor, onClose }: Props & { account: BankAccount }) {
  const edited = useEditVersion(account, () => fetchAccount(account.id));
  const { mutateAsync } = useMutation({
    mutationFn: (typed: NewBankAccount) => putAccount(account.id, { ...typed, updatedAt: edited.version() }),
    onSuccess: (saved) => toast(savedText(saved)),
  });
  const staffForm = useStaffForm({
    schema: newBankAccount,
    values: typedFields(account),
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to save the account',
  });
  return (
    <FormDialog
      title={`Edit ${account.title}`}
      staffForm={staffForm}
      action="Save"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, typedFields)}
    >
      <Fields hasSecondFactor={hasSecondFactor} />
    </FormDialog>
  );
}

function Fields({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  return (
    <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      <TextField<NewBankAccount> name="title" label="Title of the account *" hint="The holder, as the bank has it" dir="auto" />
      <TextField<NewBankAccount> name="bankName" label="Bank *" hint="As customers find it in their app" dir="auto" />
      <TextField<NewBankAccount>
        name="iban"
        label="IBAN *"
        hint="24 characters, begins with PK"
        autoCapitalize="characters"
        spellCheck={false}
        className="sm:col-span-2"
      />
      <TextField<NewBankAccount>
        name="raastId"
        label="Raast ID"
        hint="The mobile number or IBAN that is registered with Raast. Empty: none"
        spellCheck={false}
        className="sm:col-span-2"
      />
      <CheckField<NewBankAccount> name="isShown" label="Show it to customers" className="sm:col-span-2" />
      <p className="border-t border-line pt-4 text-sm text-ink-soft sm:col-span-2">
        {hasSecondFactor
          ? 'The code of your second factor lets customers see the change at once, when it has been on for an hour and you have been an owner for a day. Otherwise they see it after an hour.'
          : 'Customers see the change after an hour, or when another owner approves it. With a second factor (Your account) you can confirm changes yourself.'}
      </p>
    </div>
  );
}

/** The fields with the IBAN as people compare it. */
function typedFields(account: BankAccount): NewBankAccount {
  return { ...fieldsOf(account), iban: formatIban(account.iban) };
}
