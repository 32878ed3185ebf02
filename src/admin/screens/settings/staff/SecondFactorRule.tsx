import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { toast } from '#admin/kit/toast.ts';
import { putSecondFactorRule, secondFactorQuery } from './staff-api.ts';

/** Whether all staff need a second factor. Only an owner can change it. */
export function SecondFactorRule({ isOwner }: { isOwner: boolean }) {
  const { data: rule, error } = useQuery(secondFactorQuery);
  const [isAsking, setAsking] = useState(false);
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load the rule for second factors'), [error, report]);
  const { mutateAsync } = useMutation({
    mutationFn: putSecondFactorRule,
    onSuccess: ({ isRequired }) => toast(isRequired ? 'Everybody needs a second factor now' : 'A second factor is optional now'),
  });
  if (!rule) return null;
  const { isRequired } = rule;

  return (
    <section aria-labelledby="second-factor-rule" className="panel mt-8 p-4 sm:p-5">
      <h2 id="second-factor-rule" className="text-xl">
        Second factor
      </h2>
      <p className="mt-1">
        {isRequired
          ? 'Everybody on the staff needs one. Anybody without one switches it on at the next sign-in, before anything else.'
          : 'Everybody decides for themselves, under Your account.'}
      </p>
      {isOwner && (
        <button type="button" onClick={() => setAsking(true)} className="btn btn-outline mt-4">
          {isRequired ? 'No longer require it' : 'Require it of everybody'}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          question={isRequired ? 'No longer require a second factor?' : 'Require a second factor of everybody?'}
          detail={
            isRequired
              ? 'Those who have one keep it, and may switch it off.'
              : 'Anybody without one switches it on at the next sign-in. To require it now, sign them out everywhere.'
          }
          action={isRequired ? 'No longer require it' : 'Require it'}
          tone={isRequired ? 'danger' : 'plain'}
          failure="Failed to change the rule"
          onConfirm={() => mutateAsync(!isRequired)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
