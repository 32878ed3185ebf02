import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type RoleChoice as Choice, roleChoice, type StaffMember } from '#domain/staff/contract.ts';
import { RoleChoice } from './RoleChoice.tsx';
import { putRole } from './staff-api.ts';

/** Gives a staff member another role. The last owner keeps theirs: the server says so. */
export function ChangeRole({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ role }: Choice) => putRole(member.id, role),
    onSuccess: ({ username, roleName }) => toast(`${username} has the role ${roleName} now`),
  });
  const staffForm = useStaffForm({
    schema: roleChoice,
    values: { role: member.role },
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to change the role',
  });
  const isDirty = staffForm.form.formState.isDirty;
  return (
    <FormDialog
      title={`Role of ${member.username}`}
      staffForm={staffForm}
      action="Change role"
      isBlocked={!isDirty}
      onClose={onClose}
    >
      <p className="mb-4 text-sm text-ink-soft">
        {member.username} is then signed out everywhere, and has the new role when they sign in again.
      </p>
      <RoleChoice />
    </FormDialog>
  );
}
