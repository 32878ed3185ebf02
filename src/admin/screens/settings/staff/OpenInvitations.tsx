import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { formatDay } from '#admin/kit/formats.ts';
import { toast } from '#admin/kit/toast.ts';
import type { Invitation } from '#domain/staff/contract.ts';
import { deleteInvitation, invitationsQuery } from './staff-api.ts';

/** Invitations not accepted yet, which owners may take back. Renders nothing when there are none. */
export function OpenInvitations({ byOwner }: { byOwner: boolean }) {
  const { data: invitations = [] } = useQuery(invitationsQuery);
  const [toWithdraw, setToWithdraw] = useState<Invitation | null>(null);
  const { mutateAsync } = useMutation({
    mutationFn: deleteInvitation,
    onSuccess: ({ username }) => toast(`The invitation of ${username} was taken back`),
  });
  if (invitations.length === 0) return null;

  return (
    <section aria-labelledby="open-invitations" className="mt-8">
      <h2 id="open-invitations" className="mb-3 text-xl">
        Open invitations
      </h2>
      <ul aria-label="Open invitations" className="panel divide-y divide-line">
        {invitations.map((invitation) => (
          <li key={invitation.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5">
            <p className="min-w-0">
              <span className="font-medium break-words">{invitation.username}</span>{' '}
              <span className="badge tone-plain">{invitation.roleName}</span>
              <span className="block text-sm break-all text-muted">{invitation.email}</span>
              <span className="block text-sm text-muted">
                Invited by {invitation.invitedBy} · good until {formatDay(invitation.expiresAt)}
              </span>
            </p>
            {byOwner && (
              <button
                type="button"
                onClick={() => setToWithdraw(invitation)}
                aria-label={`Take back the invitation of ${invitation.username}`}
                className="btn btn-quiet px-3 text-danger"
              >
                Take back
              </button>
            )}
          </li>
        ))}
      </ul>
      {toWithdraw && (
        <ConfirmDialog
          question={`Take back the invitation of ${toWithdraw.username}?`}
          detail="Its link stops working."
          action="Take back"
          failure="Failed to take the invitation back"
          onConfirm={() => mutateAsync(toWithdraw.id)}
          onClose={() => setToWithdraw(null)}
        />
      )}
    </section>
  );
}
