import Copy from 'virtual:icons/copy';
import { useMutation } from '@tanstack/react-query';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { formatCount, formatMoment } from '#admin/kit/formats.ts';
import { MayButton } from '#admin/kit/may.tsx';
import { Rupees } from '#admin/kit/Rupees.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { CourierDisputes } from '#domain/settlements/disputes.ts';
import { postAsked } from './money-api.ts';

/** What is wrong with one courier, and the message that asks for it: one press copies it and notes that it was asked. */
export function AskCourier({
  of: { courier, open, openItems, asked, askedItems, askedAt, message, inMessage },
}: {
  of: CourierDisputes;
}) {
  const report = useErrorBanner();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // First, while the press still allows it.
      await navigator.clipboard.writeText(message);
      return postAsked(inMessage);
    },
    onSuccess: ({ noted }) => toast(`The message to ${courier} was copied, ${counted(noted)} noted as asked`),
    onSettled: (_, failure) => report(failure, `Failed to ask ${courier}`),
  });
  return (
    <li className="panel p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0">
          <bdi className="font-medium break-words">{courier}</bdi>
          <span className="block text-sm">
            Open: <Rupees of={open} /> · {counted(openItems)}
          </span>
          {askedAt && (
            <span className="block text-sm text-muted">
              Asked: <Rupees of={asked} /> · {counted(askedItems)}, since {formatMoment(askedAt)}
            </span>
          )}
        </p>
        {message && (
          <MayButton
            right="verify_payments"
            disabled={isPending}
            onClick={() => mutate()}
            className="btn btn-primary px-4"
            aria-label={`Copy the message to ${courier} and note it as asked`}
          >
            <Copy className="size-4" />
            {isPending ? 'Copying…' : 'Copy message'}
          </MayButton>
        )}
      </div>
      {message && (
        <details className="mt-3">
          <summary className="cursor-pointer text-sm underline underline-offset-4">
            Read it{openItems > inMessage.length && `: the oldest ${formatCount(inMessage.length)}`}
          </summary>
          <p className="mt-2 max-h-96 overflow-y-auto rounded-md bg-cream px-3 py-2 text-sm break-words whitespace-pre-line">
            {message}
          </p>
        </details>
      )}
    </li>
  );
}

const counted = (items: number) => `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`;
