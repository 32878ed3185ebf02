import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { ErrorBanner } from '#admin/kit/ErrorBanner.tsx';
import { TextField } from '#admin/kit/fields.tsx';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { QrCode } from '#components/QrCode.tsx';
import { Spinner } from '#components/Spinner.tsx';
import { newSecondFactor, type SecondFactorSecret } from '#domain/accounts/second-factor.ts';
import { postSecondFactor, postSecret } from './account-api.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

/** Switches a second factor on: shows the secret for the app, checks a code, then shows the recovery codes. */
export function SwitchOn({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  // Fetched once: a new secret would invalidate the one already scanned.
  const {
    data: secret,
    isError,
    refetch,
  } = useQuery({ queryKey: ['second-factor-secret'], queryFn: postSecret, staleTime: Infinity, gcTime: 0 });

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (secret) return <ProveSecret secret={secret} onOn={setCodes} />;
  return isError ? <TryAgain onRetry={() => void refetch()} /> : <Spinner label="Making a secret…" />;
}

function ProveSecret({ secret: { secret, address }, onOn }: { secret: SecondFactorSecret; onOn: (codes: string[]) => void }) {
  const { mutateAsync } = useMutation({ mutationFn: postSecondFactor });
  const { form, submit, errorText, setErrorText } = useStaffForm({
    schema: newSecondFactor,
    values: { secret, password: '', code: '' },
    save: async (typed) => onOn((await mutateAsync(typed)).codes),
    onSaved: () => {},
    failure: 'Failed to switch it on',
  });
  const { isSubmitting } = form.formState;

  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <ErrorBanner message={errorText} onDismiss={() => setErrorText('')} />
        <p>
          Scan this with an authenticator app (Google Authenticator, Microsoft Authenticator, Aegis …), or type the secret into
          it.
        </p>
        <QrCode text={address} label="QR code of the secret below" />
        <p className="text-center font-mono text-sm break-words select-all" data-secret>
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </p>
        {/* A phone cannot scan its own screen. */}
        <p className="mt-2 text-center pointer-fine:hidden">
          <a href={address} className="btn btn-outline px-4">
            Open the app on this phone
          </a>
        </p>
        <div className="mt-5 grid gap-4">
          <TextField name="code" label="Code *" hint="The six digits that the app shows now" {...ONE_TIME} />
          <TextField name="password" label="Your password *" type="password" autoComplete="current-password" />
        </div>
        <button type="submit" disabled={isSubmitting} className="btn btn-primary mt-6 w-full">
          {isSubmitting ? 'Switching on…' : 'Switch on'}
        </button>
      </form>
    </FormProvider>
  );
}

const ONE_TIME = { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 60 } as const;
