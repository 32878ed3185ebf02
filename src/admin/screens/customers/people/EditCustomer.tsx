import * as z from 'zod';
import { customers } from '#admin/data/customers/definition.ts';
import { CUSTOMER_BLOCK_LABELS } from '#admin/data/customers/labels.ts';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { AreaField, SelectField, TextField } from '#admin/kit/fields.tsx';
import { useEditForm } from '#admin/kit/use-record-form.ts';
import { CUSTOMER_BLOCKS, type Customer, customerBlock } from '#domain/customers/contract.ts';
import { typedTags } from '#domain/tags.ts';
import { email, line, text } from '#domain/text-fields.ts';

const customerForm = z
  .object({
    name: line(120),
    email: z.union([z.literal(''), email]),
    block: customerBlock,
    tags: typedTags,
    notes: text(2000),
  })
  .partial();

function valuesOf({ name, email, block, tags, notes }: Customer) {
  return { name, email, block, tags: tags.join(', '), notes };
}

/** Corrects a customer, tags them, or says that nothing more is sent to them. */
export function EditCustomer({ item, onClose }: { item: Customer; onClose: () => void }) {
  const editing = useEditForm(customers, item, { schema: customerForm, valuesOf, onClose });

  return (
    <FormDialog {...editing}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="name" label="Name" />
        <TextField name="email" label="Email" type="email" />
        <SelectField
          name="block"
          label="Block"
          options={CUSTOMER_BLOCKS.map((value) => ({ value, label: CUSTOMER_BLOCK_LABELS[value].text }))}
        />
        <TextField name="tags" label="Tags" hint="Separated by commas" />
        <AreaField name="notes" label="Notes" hint="For staff only" className="sm:col-span-2" />
      </div>
    </FormDialog>
  );
}
