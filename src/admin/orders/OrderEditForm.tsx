import { type FormEvent, useId, useRef, useState } from 'react';
import { failureText } from '#admin/shell/failure-text.ts';
import { ApiFailure } from '#client/api.ts';
import { Field } from '#components/ui/Field.tsx';
import { Modal } from '#components/ui/Modal.tsx';
import type { Order } from '#shared/schemas/order.ts';
import { changesOf, complaintsByField, type EditableField } from './order-edit.ts';
import { countryName } from './order-words.ts';
import { editOrder } from './orders-store.ts';

interface FieldLook {
  label: string;
  wide?: boolean;
  lines?: number;
  type?: string;
  longest: number;
}

const FIELDS: Record<EditableField, FieldLook> = {
  customerName: { label: 'Customer name', longest: 120 },
  customerEmail: { label: 'Email', type: 'email', longest: 254 },
  customerPhone: { label: 'Phone', type: 'tel', longest: 40 },
  customerAddress: { label: 'Address', wide: true, lines: 2, longest: 500 },
  city: { label: 'City', longest: 80 },
  zipCode: { label: 'Zip code', longest: 20 },
  country: { label: 'Country (two letters)', longest: 2 },
  notes: { label: 'Notes', wide: true, lines: 3, longest: 1000 },
};
const NAMES = Object.keys(FIELDS) as EditableField[];

interface Props {
  order: Order;
  onDone: () => void;
}

/** Corrects contact, address and notes of an order. The server checks; its complaints show at the fields. */
export function OrderEditForm({ order, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [typed, setTyped] = useState(
    () => Object.fromEntries(NAMES.map((name) => [name, order[name]])) as Record<EditableField, string>,
  );
  const [complaints, setComplaints] = useState<Partial<Record<EditableField, string>>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent) {
    event.preventDefault();
    const changes = changesOf(order, typed);
    if (!changes) return onDone();
    setBusy(true);
    setFailure('');
    setComplaints({});
    try {
      await editOrder(order, changes);
      onDone();
    } catch (error) {
      const { byField, rest } = complaintsByField(error instanceof ApiFailure ? error.errors : [], NAMES);
      const wrong = NAMES.find((name) => byField[name]);
      setComplaints(byField);
      setFailure(wrong ? rest.join(' ') || 'Please check the marked fields.' : failureText(error, 'Failed to update order'));
      setBusy(false);
      if (wrong) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
    }
  }

  return (
    <Modal
      title={`Edit ${order.orderNumber}`}
      onClose={onDone}
      footer={
        <>
          <button type="button" onClick={onDone} className="btn btn-outline">
            Cancel
          </button>
          <button type="submit" form={formId} disabled={busy} className="btn btn-primary">
            {busy ? 'Saving…' : 'Save'}
          </button>
        </>
      }
    >
      <form ref={form} id={formId} onSubmit={save} noValidate className="grid gap-4 sm:grid-cols-2">
        <p role="alert" className="field-error mt-0 empty:hidden sm:col-span-2">
          {failure}
        </p>
        {NAMES.map((name) => {
          const { label, wide, lines, type = 'text', longest } = FIELDS[name];
          const hint = name === 'country' ? (countryName(typed.country.trim()) ?? 'Like pk for Pakistan') : undefined;
          return (
            <Field key={name} label={label} error={complaints[name]} hint={hint} className={wide ? 'sm:col-span-2' : ''}>
              {(control) => {
                const input = {
                  ...control,
                  name,
                  value: typed[name],
                  maxLength: longest,
                  autoComplete: 'off',
                  className: 'field',
                  onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
                };
                return lines ? <textarea {...input} rows={lines} /> : <input {...input} type={type} />;
              }}
            </Field>
          );
        })}
      </form>
    </Modal>
  );
}
