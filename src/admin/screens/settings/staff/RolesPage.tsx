import Plus from 'virtual:icons/plus';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { TryAgain } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { MayButton } from '#admin/kit/may.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { toast } from '#admin/kit/toast.ts';
import { Link } from '#admin/platform/Link.tsx';
import { Spinner } from '#components/Spinner.tsx';
import type { Role } from '#domain/staff/contract.ts';
import { EditRole, NewRole } from './RoleForm.tsx';
import { RoleRights } from './RoleRights.tsx';
import { deleteOwnRole, rolesQuery } from './staff-api.ts';

type Opened = { dialog: 'new'; role: Role | null } | { dialog: 'edit' | 'delete'; role: Role };

/** What each role may do. Owners make roles of the shop's own beside those that every shop has. */
export default function RolesPage() {
  const { data: roles, error, isError, refetch } = useQuery(rolesQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const report = useErrorBanner();
  useEffect(() => report(error, 'Failed to load the roles'), [error, report]);

  return (
    <Screen
      title="Roles"
      actions={
        <>
          <Link href="/admin/staff" className="btn btn-outline px-4">
            Staff
          </Link>
          <MayButton
            right="manage_staff"
            onClick={() => setOpened({ dialog: 'new', role: null })}
            className="btn btn-primary px-4"
          >
            <Plus className="size-4" />
            New role
          </MayButton>
        </>
      }
    >
      <p className="mb-4 text-sm text-muted">
        Everybody on the staff has one role. Those that every shop has stay as they are; copy one to change it.
      </p>
      {roles ? (
        <ul aria-label="Roles" className="grid items-start gap-4 lg:grid-cols-2">
          {roles.map((role) => (
            <RoleCard key={role.id} role={role} onOpen={setOpened} />
          ))}
        </ul>
      ) : isError ? (
        <TryAgain onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading roles…" />
      )}
      {opened?.dialog === 'new' && <NewRole like={opened.role} onClose={close} />}
      {opened?.dialog === 'edit' && <EditRole key={opened.role.id} role={opened.role} onClose={close} />}
      {opened?.dialog === 'delete' && <DeleteRole role={opened.role} onClose={close} />}
    </Screen>
  );
}

function RoleCard({ role, onOpen }: { role: Role; onOpen: (opened: Opened) => void }) {
  const { id, name, description, isPreset, rights, revealsADay, members } = role;
  const button = 'btn btn-quiet btn-small';
  return (
    <li className="panel p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-xl break-words">{name}</h2>
        {!isPreset && <span className="badge tone-work">Your own</span>}
        <span className="text-sm text-muted">
          {members === 0 ? 'Nobody has it' : members === 1 ? 'One person has it' : `${members} people have it`}
        </span>
      </div>
      {description && (
        <p dir="auto" className="mt-1 break-words">
          {description}
        </p>
      )}
      <RoleRights rights={rights} revealsADay={revealsADay} isOwner={id === 'owner'} className="mt-3" />
      <div className="mt-3 flex flex-wrap gap-2">
        <MayButton
          right="manage_staff"
          onClick={() => onOpen({ dialog: 'new', role })}
          aria-label={`Copy ${name}`}
          className={button}
        >
          Copy
        </MayButton>
        {!isPreset && (
          <>
            <MayButton
              right="manage_staff"
              onClick={() => onOpen({ dialog: 'edit', role })}
              aria-label={`Change ${name}`}
              className={button}
            >
              Change
            </MayButton>
            <MayButton
              right="manage_staff"
              onClick={() => onOpen({ dialog: 'delete', role })}
              aria-label={`Delete ${name}`}
              className={`${button} text-danger`}
            >
              Delete
            </MayButton>
          </>
        )}
      </div>
    </li>
  );
}

function DeleteRole({ role: { id, name }, onClose }: { role: Role; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteOwnRole(id),
    onSuccess: () => toast(`The role ${name} was deleted`),
  });
  return (
    <ConfirmDialog
      question={`Delete the role ${name}?`}
      detail="Only a role that nobody has, and nobody is invited to, can be deleted."
      action="Delete"
      busyAction="Deleting…"
      failure="Failed to delete the role"
      onConfirm={() => mutateAsync()}
      onClose={onClose}
    />
  );
}
