import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import type { StaffMember } from '#domain/staff/contract.ts';
import { postResetSecondFactor, postSignOut, putActive } from './staff-api.ts';

export type Change = 'sign out' | 'lock out' | 'let in' | 'reset';

export interface Question {
  change: Change;
  member: StaffMember;
}

interface Wording {
  question: (name: string) => string;
  detail: string;
  action: string;
  done: (name: string) => string;
  run: (id: string) => Promise<StaffMember>;
}

const CHANGES: Record<Change, Wording> = {
  'sign out': {
    question: (name) => `Sign ${name} out everywhere?`,
    detail: 'Every browser and phone has to sign in again. Use it when a device was lost.',
    action: 'Sign out',
    done: (name) => `${name} was signed out everywhere`,
    run: postSignOut,
  },
  reset: {
    question: (name) => `Reset the second factor of ${name}?`,
    detail: 'For a lost phone, when you are sure who asks. They are signed out, and sign in with the password alone.',
    action: 'Reset',
    done: (name) => `The second factor of ${name} was reset`,
    run: postResetSecondFactor,
  },
  'lock out': {
    question: (name) => `Lock ${name} out?`,
    detail:
      'They are out at once and cannot sign in until somebody lets them in again. Invitations they gave out stop working. What they did stays under their name.',
    action: 'Lock out',
    done: (name) => `${name} is locked out`,
    run: (id) => putActive(id, false),
  },
  'let in': {
    question: (name) => `Let ${name} in again?`,
    detail: 'They sign in with the password they had.',
    action: 'Let in',
    done: (name) => `${name} may sign in again`,
    run: (id) => putActive(id, true),
  },
};

/** Confirms a change of a staff member's access. */
export function MemberChange({ question: { change, member }, onClose }: { question: Question; onClose: () => void }) {
  const { question, detail, action, done, run } = CHANGES[change];
  const { mutateAsync } = useMutation({
    mutationFn: () => run(member.id),
    onSuccess: () => toast(done(member.username)),
  });
  return (
    <ConfirmDialog
      question={question(member.username)}
      detail={detail}
      action={action}
      failure="Failed to change the staff member"
      tone={change === 'let in' ? 'plain' : 'danger'}
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
