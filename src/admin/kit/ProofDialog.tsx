import { useId } from 'react';
import { FormProvider } from 'react-hook-form';
import * as z from 'zod';
import type { ProofQuestion } from '#admin/platform/proof.ts';
import { Dialog } from './Dialog.tsx';
import { ErrorBanner } from './ErrorBanner.tsx';
import { TextField } from './fields.tsx';
import { useStaffForm } from './use-staff-form.ts';

const ASKED: Record<
  ProofQuestion['by'],
  { title: string; missing: string; field: Omit<Parameters<typeof TextField>[0], 'name'> }
> = {
  second_factor: {
    title: 'Enter the code of your second factor',
    missing: 'Enter the six digits that the app shows, or a recovery code',
    field: {
      label: 'Code *',
      hint: 'The six digits that the app shows. A recovery code works too, once.',
      autoComplete: 'one-time-code',
      autoCapitalize: 'none',
      spellCheck: false,
    },
  },
  password: {
    title: 'Enter your password',
    missing: 'Enter your password',
    field: { label: 'Your password *', type: 'password', autoComplete: 'current-password' },
  },
};

/** Asks whoever is signed in to prove that it is them, over whatever they do. A wrong proof is marked at its field. */
export function ProofDialog({ question: { by, send, cancel } }: { question: ProofQuestion }) {
  const { title, missing, field } = ASKED[by];
  const formId = useId();
  const { form, submit, errorText, setErrorText } = useStaffForm({
    schema: z.object({ proof: z.string().min(1, missing).max(200, 'At most 200 characters') }),
    values: { proof: '' },
    save: ({ proof }) => send(proof),
    onSaved: () => {},
    failure: 'Failed to check it',
    incomplete: '',
  });
  const { isSubmitting } = form.formState;

  return (
    <Dialog
      title={title}
      size="narrow"
      beginsInField="always"
      onClose={() => !isSubmitting && cancel()}
      banner={<ErrorBanner message={errorText} onDismiss={() => setErrorText('')} />}
      footer={
        <>
          <button type="button" onClick={cancel} disabled={isSubmitting} className="btn btn-outline">
            Cancel
          </button>
          <button type="submit" form={formId} disabled={isSubmitting} className="btn btn-primary">
            {isSubmitting ? 'Checking…' : 'Confirm'}
          </button>
        </>
      }
    >
      <FormProvider {...form}>
        <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
          <p className="mb-4 text-sm text-ink-soft">
            This makes sure that it is you, and not somebody who found this browser open. What you typed is kept.
          </p>
          <TextField name="proof" {...field} />
        </form>
      </FormProvider>
    </Dialog>
  );
}
