import { useMutation } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import type * as z from 'zod';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField, TextField, useFieldError } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { queryClient } from '#admin/platform/query-client.ts';
import { MONEY_RIGHTS, NEEDED_RIGHTS, OWNER_RIGHTS, RIGHTS, type Right } from '#domain/rights/rights.ts';
import { MAX_REVEALS_A_DAY, type Role, type RoleFields, roleFields } from '#domain/staff/contract.ts';
import { RIGHT_GROUPS } from './role-text.ts';
import { postNewRole, putOwnRole, rolesQuery } from './staff-api.ts';

type Fields = z.input<typeof roleFields>;

/** How many a day a role begins with when it may reveal contacts. */
const FIRST_REVEALS = 50;

/** A role of the shop's own; `like` is the one it begins as a copy of. */
export function NewRole({ like, onClose }: { like: Role | null; onClose: () => void }) {
  const { mutateAsync } = useMutation({ mutationFn: postNewRole, onSuccess: ({ name }) => toast(`The role ${name} was made`) });
  const staffForm = useStaffForm<Fields, RoleFields>({
    schema: roleFields,
    values: like ? copyOf(like) : { name: '', description: '', rights: [], revealsADay: 0 },
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to make the role',
  });
  return (
    <FormDialog
      title={like ? `New role like ${like.name}` : 'New role'}
      staffForm={staffForm}
      action="Make role"
      busyAction="Making…"
      size="wide"
      onClose={onClose}
    >
      <RoleFieldset />
    </FormDialog>
  );
}

/** Changes a role of the shop's own. */
export function EditRole({ role, onClose }: { role: Role; onClose: () => void }) {
  const edited = useEditVersion(role, async () => {
    const roles = await queryClient.fetchQuery({ ...rolesQuery, staleTime: 0 });
    return roles.find(({ id }) => id === role.id) ?? role;
  });
  const { mutateAsync } = useMutation({
    mutationFn: (typed: RoleFields) => putOwnRole(role.id, { ...typed, updatedAt: edited.version() }),
    onSuccess: ({ name }) => toast(`The role ${name} was saved`),
  });
  const staffForm = useStaffForm<Fields, RoleFields>({
    schema: roleFields,
    values: fieldsOf(role),
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to save the role',
  });
  return (
    <FormDialog
      title={`Change ${role.name}`}
      staffForm={staffForm}
      action="Save"
      size="wide"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, fieldsOf)}
    >
      {role.members > 0 && (
        <p className="mb-4 text-sm text-ink-soft">
          Whoever has this role is signed out when it may do something else from now on, and signs in again.
        </p>
      )}
      <RoleFieldset />
    </FormDialog>
  );
}

function fieldsOf({ name, description, rights, revealsADay }: Role): Fields {
  return { name, description, rights, revealsADay };
}

/** What only owners may do stays with them. */
function copyOf(role: Role): Fields {
  const rights = role.rights.filter(
    (right) => !OWNER_RIGHTS.includes(right) && (role.id !== 'owner' || right !== 'reveal_contacts'),
  );
  return { ...fieldsOf(role), name: `${role.name} 2`, rights };
}

function RoleFieldset() {
  const { watch, setValue, getValues } = useFormContext<Fields>();
  const rights = watch('rights') ?? [];
  const error = useFieldError('rights');
  const reveals = rights.includes('reveal_contacts');

  function toggle(right: Right, isOn: boolean) {
    const others = getValues('rights').filter((other) => other !== right);
    setValue('rights', isOn ? [...others, right] : others, { shouldDirty: true, shouldValidate: Boolean(error) });
    if (right === 'reveal_contacts') setValue('revealsADay', isOn ? FIRST_REVEALS : 0, { shouldDirty: true });
  }

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField<Fields> name="name" label="Name *" />
        <TextField<Fields> name="description" label="For whom" dir="auto" />
      </div>
      <fieldset aria-describedby={error ? 'rights-error' : undefined} className="min-w-0">
        <legend className="field-label">May *</legend>
        <p id="rights-error" role="alert" className="field-error mb-2 empty:hidden">
          {error}
        </p>
        <div className="gap-x-8 lg:columns-2">
          {RIGHT_GROUPS.filter(({ rights: listed }) => !listed.some((right) => OWNER_RIGHTS.includes(right))).map(
            ({ group, rights: listed }) => (
              <fieldset key={group} className="mb-4 break-inside-avoid">
                <legend className="font-medium">{group}</legend>
                {listed.map((right) => (
                  <label key={right} className="flex min-h-11 items-center gap-3 py-1">
                    <input
                      type="checkbox"
                      name={group}
                      aria-invalid={Boolean(error)}
                      checked={rights.includes(right)}
                      onChange={({ target }) => toggle(right, target.checked)}
                      className="checkbox"
                    />
                    <span>
                      <span className="first-letter:uppercase inline-block">{RIGHTS[right].label}</span>
                      <Note right={right} rights={rights} />
                    </span>
                  </label>
                ))}
                {group === 'Customers' && reveals && (
                  <NumberField<Fields>
                    name="revealsADay"
                    label="Reveals a day *"
                    hint={`At most ${MAX_REVEALS_A_DAY}`}
                    inputMode="numeric"
                    min={1}
                    step={1}
                    className="mt-1 ml-8 max-w-48"
                  />
                )}
              </fieldset>
            ),
          )}
        </div>
        <p className="text-sm text-muted">
          Only owners {OWNER_RIGHTS.map((right) => RIGHTS[right].label).join(', ')}: no other role can.
        </p>
      </fieldset>
    </div>
  );
}

/** What a right takes or brings with it. */
function Note({ right, rights }: { right: Right; rights: readonly Right[] }) {
  const needed = NEEDED_RIGHTS[right];
  const isLacking = needed !== undefined && !rights.includes(needed);
  const text = isLacking
    ? `Needs “${RIGHTS[needed].label}”, too`
    : right === 'reveal_contacts' && rights.includes('see_contacts')
      ? 'Not needed by whoever sees them anyway'
      : MONEY_RIGHTS.includes(right)
        ? 'With a second factor'
        : '';
  if (!text) return null;
  return <span className={`block text-sm ${isLacking && rights.includes(right) ? 'text-danger' : 'text-muted'}`}>{text}</span>;
}
