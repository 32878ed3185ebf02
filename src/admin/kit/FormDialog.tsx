import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormProvider } from 'react-hook-form';
import { Dialog } from './Dialog.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';
import { FieldConflicts } from './FieldConflicts.tsx';
import { failureText } from './failure-text.ts';
import type { FieldConflict } from './field-conflicts.ts';
import { useUnsavedChanges } from './unsaved-changes.tsx';
import type { StaffForm } from './use-staff-form.ts';

interface Props<Typed extends FieldValues, Sent> {
  title: string;
  staffForm: StaffForm<Typed, Sent>;
  /** The button that saves: 'Create Order'. */
  action: string;
  busyAction?: string;
  /** The button stays off although nothing is being saved: the spec says so of some forms. */
  isBlocked?: boolean;
  /** Something is under way that leaving would lose, as an upload. */
  isBusy?: boolean;
  onClose: () => void;
  /** Brings the newer version of what is being edited into the form, the fields changed here excepted, and tells which of these both changed. */
  onReload?: () => Promise<FieldConflict[]>;
  /** What is filled in already is worth saving as it is. An edit without a change just closes. */
  savesUnchanged?: boolean;
  /** The button that brings the newer version. */
  reloadLabel?: string;
  size?: 'narrow' | 'normal' | 'wide';
  /** Begins in its first field on a phone, too: the form is there for that one number. */
  beginsInField?: 'always';
  /** A second button that saves and goes on to the next entry of a row: the one that Enter presses. It is told which of the two was. */
  next?: { action: string; choose: (goesOn: boolean) => void } | undefined;
  children: ReactNode;
}

/** A form in a dialog: Enter saves, Esc and Cancel leave, and nothing typed is lost without a question. */
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

  /** An edit that changed nothing has nothing to save. */
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
    </Dialog>
  );
}
