import { useMutation, useQuery } from '@tanstack/react-query';
import { SessionList } from '#admin/data/accounts/SessionList.tsx';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { toast } from '#admin/kit/toast.ts';
import { Spinner } from '#components/Spinner.tsx';
import type { StaffMember } from '#domain/staff/contract.ts';
import { deleteMemberSession, sessionsQuery } from './staff-api.ts';

/** The sessions of a staff member. Ending one needs no confirmation: it only costs them a sign-in. */
export function MemberSessions({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { data: sessions, error } = useQuery(sessionsQuery(member.id));
  const { mutate, error: refusal } = useMutation({
    mutationFn: (session: string) => deleteMemberSession(member.id, session),
    onSuccess: () => toast('The session was ended'),
  });
  const problem = error ?? refusal;

  return (
    <Dialog title={`Sessions of ${member.username}`} size="narrow" onClose={onClose}>
      <p role="alert" className="text-danger empty:hidden">
        {problem && failureText(problem, 'Failed to reach the sessions')}
      </p>
      {sessions?.length === 0 && <p>{member.username} is signed in nowhere.</p>}
      {sessions ? (
        <SessionList label={`Sessions of ${member.username}`} sessions={sessions} onEnd={({ id }) => mutate(id)} />
      ) : (
        !error && <Spinner label="Loading sessions…" />
      )}
    </Dialog>
  );
}
