import Eye from 'virtual:icons/eye';
import EyeOff from 'virtual:icons/eye-off';
import Pencil from 'virtual:icons/pencil';
import Trash from 'virtual:icons/trash';
import type { ReactNode } from 'react';
import type { BankAccount } from '#domain/payments/bank-accounts.ts';
import { formatIban } from '#domain/payments/iban.ts';
import { changedByText, meanwhileText, waitingText } from './bank-account-text.ts';

interface Props {
  account: BankAccount;
  /** Its drag handle and move buttons. */
  controls: ReactNode;
  hasSecondFactor: boolean;
  onEdit: () => void;
  onToggle: () => void;
  onApprove: () => void;
  onDelete: () => void;
}

/** An account with what waits, and its actions. */
export function BankAccountRow({ account, controls, hasSecondFactor, onEdit, onToggle, onApprove, onDelete }: Props) {
  const { title, bankName, iban, raastId, isShown, waitsUntil, isOwnChange } = account;
  return (
    <div className="px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span dir="auto" className="min-w-0 break-words">
              {title}
            </span>
            {!isShown && <span className="badge tone-plain">Hidden</span>}
            {waitsUntil && <span className="badge tone-wait">Waits</span>}
            {isShown && !waitsUntil && <span className="badge tone-done">Shown</span>}
          </p>
          <p dir="auto" className="text-sm break-words text-ink-soft">
            {bankName}
          </p>
          <p className="text-sm tabular-nums">{formatIban(iban)}</p>
          {raastId && <p className="text-sm break-words text-muted tabular-nums">Raast ID {raastId}</p>}
        </div>
        <div className="-mr-2 ml-auto flex items-center">
          {controls}
          <button type="button" onClick={onToggle} aria-label={`${isShown ? 'Hide' : 'Show'} ${title}`} className="btn-icon">
            {isShown ? <Eye className="size-5" /> : <EyeOff className="size-5" />}
          </button>
          <button type="button" onClick={onEdit} aria-label={`Edit ${title}`} className="btn-icon">
            <Pencil className="size-5" />
          </button>
          <button type="button" onClick={onDelete} aria-label={`Delete ${title}`} className="btn-icon">
            <Trash className="size-5" />
          </button>
        </div>
      </div>
      {waitsUntil && (
        <div className="mt-2 rounded-md bg-cream px-3 py-2 text-sm">
          <p>
            Changed by {changedByText(account)}. {waitingText(account, hasSecondFactor)}
          </p>
          <p className="mt-1 break-words text-ink-soft">{meanwhileText(account)}</p>
          {(!isOwnChange || hasSecondFactor) && (
            <button
              type="button"
              onClick={onApprove}
              aria-label={`${isOwnChange ? 'Confirm' : 'Approve'} ${title}`}
              className="btn btn-outline mt-2 px-3"
            >
              {isOwnChange ? 'Confirm with second factor' : 'Approve'}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
