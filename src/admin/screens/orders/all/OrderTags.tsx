import X from 'virtual:icons/x';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { useRefusal } from '#admin/platform/rights.ts';
import { callStaffApi } from '#admin/platform/staff-api.ts';
import { type StaffOrder, staffOrder } from '#domain/orders/contract.ts';
import { typedTags } from '#domain/tags.ts';

/** The tags of an order, each with a button that takes it off, and a field for one more. */
export function OrderTags({ order: { id, tags } }: { order: StaffOrder }) {
  const [typed, setTyped] = useState('');
  const [complaint, setComplaint] = useState('');
  const complaintId = useId();
  const report = useErrorBanner();
  const refusal = useRefusal('confirm_orders');
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: string[]) => callStaffApi('PUT', `/orders/${id}/tags`, { body: { tags: wanted }, schema: staffOrder }),
    onSuccess: () => setTyped(''),
    onSettled: (_, failure) => report(failure, 'Failed to change the tags'),
  });
  const add = (event: FormEvent) => {
    event.preventDefault();
    const read = typedTags.safeParse([...tags, typed].join(','));
    setComplaint(read.error?.issues[0]?.message ?? '');
    if (read.data && read.data.length > tags.length) mutate(read.data);
    else if (read.data) setTyped('');
  };
  return (
    <form onSubmit={add} className="flex flex-wrap items-center gap-2">
      {tags.map((tag) => (
        <span key={tag} className="badge tone-plain gap-1">
          <span dir="auto">{tag}</span>
          <MayButton
            right="confirm_orders"
            disabled={isPending}
            aria-label={`Take off the tag ${tag}`}
            onClick={() => mutate(tags.filter((other) => other !== tag))}
            className="-mr-1 p-1"
          >
            <X className="size-3.5" />
          </MayButton>
        </span>
      ))}
      {refusal && tags.length === 0 && <span className="text-muted">None</span>}
      <input
        hidden={refusal !== ''}
        aria-label="Add a tag"
        placeholder="Add a tag…"
        dir="auto"
        value={typed}
        aria-invalid={complaint !== ''}
        aria-describedby={complaint ? complaintId : undefined}
        onChange={({ target }) => {
          setComplaint('');
          setTyped(target.value);
        }}
        className="field min-h-9 w-36 py-1 max-lg:min-h-11"
      />
      {typed.trim() && (
        <button type="submit" disabled={isPending} className="btn btn-outline btn-small">
          Add
        </button>
      )}
      {complaint && (
        <p id={complaintId} role="alert" className="field-error w-full">
          {complaint}
        </p>
      )}
    </form>
  );
}
