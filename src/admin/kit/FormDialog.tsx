import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormProvider } from 'react-hook-form';
import { Dialog, type DialogSize } from './Dialog.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';
import { FieldConflicts } from './FieldConflicts.tsx';
import { failureText } from './failure-text.ts';
import type { FieldConflict } from './field-conflicts.ts';
import { useUnsavedChanges } from './unsaved-changes.tsx';
import type { StaffForm } from './use-staff-form.ts';

interface Props<Typed extends FieldValues, Sent> {
  title: string;
  staffForm: StaffForm<Typed, Sent>;
  /** The text of the submit button: 'Create Order'. */
  action: string;
  busyAction?: string;
  /** Disables the submit button; the spec asks for it in some forms. */
  isBlocked?: boolean;
  /** Leaving would lose something besides the fields, such as an upload. */
  isBusy?: boolean;
  onClose: () => void;
  /** Loads the newer version into the form, except for the fields changed here. Gives the fields that both changed. */
  onReload?: () => Promise<FieldConflict[]>;
  /** Saves the form even when nothing was changed. An edit without a change just closes. */
  savesUnchanged?: boolean;
  /** The text of the button that loads the newer version. */
  reloadLabel?: string;
  size?: DialogSize;
  /** `always` focuses the first field on a phone, too; false begins at the top, where there is something to read before. */
  beginsInField?: 'always' | false;
  /** A second button that saves and opens the next record. Enter presses it. `choose` is told which button was pressed. */
  next?: { action: string; choose: (goesOn: boolean) => void } | undefined;
  /** A dialog over this one, outside of the form. */
  question?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog: Enter saves, Esc and Cancel leave, and unsaved changes are asked about. */
export function FormDialog<Typed extends FieldValues, Sent>({
  title,
  staffForm: { form, submit, errorText, setErrorText, isConflict },
  action,
  busyAction = 'Saving…',
  isBlocked = false,
  isBusy = false,
  onClose,
  onReload,
  savesUnchanged = false,
  reloadLabel = 'Reload, keeping my changes',
  size = 'normal',
  beginsInField,
  next,
  question,
  children,
}: Props<Typed, Sent>) {
  const formId = useId();
  const { isDirty, isSubmitting } = form.formState;
  const hasUnsaved = isDirty || isBusy;
  const [conflicts, setConflicts] = useState<FieldConflict[]>([]);

  const unsaved = useUnsavedChanges(hasUnsaved, (leave) => {
    leave();
    onClose();
  });

  function close() {
    if (isSubmitting) return;
    if (hasUnsaved) unsaved.askToDiscard();
    else onClose();
  }

  /** Saves, or closes an edit that changed nothing. */
  function save(event: FormEvent) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    next?.choose(submitter instanceof HTMLButtonElement && submitter.name === 'next');
    if (!onReload || savesUnchanged || hasUnsaved) return void submit(event);
    event.preventDefault();
    onClose();
  }

  async function reload() {
    try {
      setConflicts((await onReload?.()) ?? []);
      setErrorText('');
    } catch (error) {
      setErrorText(failureText(error, 'Failed to load the newer version'));
    }
  }

  return (
    <Dialog
      title={title}
      size={size}
      beginsInField={beginsInField ?? true}
      onClose={close}
      banner={<ErrorBanner message={errorText} onDismiss={() => setErrorText('')} />}
      footer={
        <>
          <button type="button" onClick={close} className="btn btn-outline">
            Cancel
          </button>
          {next && (
            <button type="submit" form={formId} name="next" disabled={isSubmitting || isBlocked} className="btn btn-outline">
              {next.action}
            </button>
          )}
          <button type="submit" form={formId} disabled={isSubmitting || isBlocked} className="btn btn-primary">
            {isSubmitting ? busyAction : action}
          </button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={formId} onSubmit={save} noValidate>
          {isConflict && errorText && onReload && (
            <p className="-mt-2 mb-5">
              <button type="button" onClick={() => void reload()} className="btn btn-outline">
                {reloadLabel}
              </button>
            </p>
          )}
          <FieldConflicts conflicts={conflicts} />
          {children}
        </form>
      </FormProvider>
      {unsaved.question}
      {question}
    </Dialog>
  );
}
