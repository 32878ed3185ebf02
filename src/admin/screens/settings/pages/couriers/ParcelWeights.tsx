import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#admin/kit/FormDialog.tsx';
import { NumberField } from '#admin/kit/fields.tsx';
import { toast } from '#admin/kit/toast.ts';
import { useEditVersion } from '#admin/kit/use-edit-version.ts';
import { useStaffForm } from '#admin/kit/use-staff-form.ts';
import { type ParcelWeightsEdit, parcelWeightsEdit, type ParcelWeights as Weights } from '#domain/couriers/contract.ts';
import { fetchWeights, putWeights, weightsQuery } from './couriers-api.ts';

/** What a parcel weighs when nobody weighs it. */
export function ParcelWeights() {
  const { data: weights } = useQuery(weightsQuery);
  const [isEditing, setEditing] = useState(false);
  if (!weights) return null;
  const usual = weights.categories.filter(({ grams }) => grams !== null);
  return (
    <section aria-labelledby="parcel-weights" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="parcel-weights" className="text-xl">
          What parcels weigh
        </h2>
        <button type="button" onClick={() => setEditing(true)} className="btn btn-outline px-4">
          Change weights
        </button>
      </div>
      <div className="panel px-4 py-3 sm:px-5">
        <p>
          {weights.packingGrams} g of packing, and {weights.pieceGrams} g for a piece whose product states no weight.
        </p>
        <p className="mt-1 text-sm break-words text-ink-soft">
          {usual.length === 0
            ? 'No category has a usual weight yet.'
            : usual.map(({ name, grams }) => `${name} ${grams} g`).join(' · ')}
        </p>
        <p className="mt-1 text-sm text-muted">A weight entered for a shipment comes before all of this.</p>
      </div>
      {isEditing && <EditWeights weights={weights} onClose={() => setEditing(false)} />}
    </section>
  );
}

function valuesOf({ packingGrams, pieceGrams, categories }: Weights): ParcelWeightsEdit {
  return { packingGrams, pieceGrams, categories: categories.map(({ category, grams }) => ({ category, grams })) };
}

function EditWeights({ weights, onClose }: { weights: Weights; onClose: () => void }) {
  const edited = useEditVersion(weights, fetchWeights);
  const { mutateAsync } = useMutation({
    mutationFn: (typed: ParcelWeightsEdit) => putWeights({ ...typed, updatedAt: edited.version() }),
    onSuccess: () => toast('The weights were saved'),
  });
  const staffForm = useStaffForm({
    schema: parcelWeightsEdit,
    values: valuesOf(weights),
    save: (typed) => mutateAsync(typed),
    onSaved: onClose,
    failure: 'Failed to save the weights',
  });
  return (
    <FormDialog
      title="What Parcels Weigh"
      staffForm={staffForm}
      action="Save"
      onClose={onClose}
      onReload={() => edited.reload(staffForm.form, valuesOf)}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-4">
        <NumberField<ParcelWeightsEdit> name="packingGrams" label="Packing (g) *" step={1} min={0} />
        <NumberField<ParcelWeightsEdit> name="pieceGrams" label="Any piece (g) *" step={1} min={1} />
      </div>
      <h3 className="mt-6 mb-1 text-lg">A piece of a category</h3>
      <p className="mb-3 text-sm text-muted">
        In grams. Empty: as for any piece. A weight that stands on the product comes first.
      </p>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        {weights.categories.map(({ category, name }, index) => (
          <NumberField<ParcelWeightsEdit>
            key={category}
            name={`categories.${index}.grams`}
            label={name}
            step={1}
            min={1}
            empty={null}
          />
        ))}
      </div>
    </FormDialog>
  );
}
