import { recordText } from '#admin/data/customers/labels.ts';
import { MayButton } from '#admin/kit/may.tsx';
import type { Choice } from '#admin/kit/SearchSelect.tsx';
import { Link } from '#admin/platform/Link.tsx';
import type { CustomerDetails } from '#domain/customers/contract.ts';
import { likelyChoice } from './MergeCustomers.tsx';

/** Others with the same e-mail address, whom staff may call the same person; nothing where there are none. */
export function SamePerson({ similar, onMerge }: Pick<CustomerDetails, 'similar'> & { onMerge: (likely: Choice) => void }) {
  if (similar.length === 0) return null;
  return (
    <section aria-label="Perhaps the same person" className="panel p-4 sm:px-5">
      <h3 className="panel-heading">Perhaps the same person</h3>
      <p className="text-sm text-muted">The same e-mail address, another phone.</p>
      <ul className="mt-2 divide-y divide-line">
        {similar.map((other) => (
          <li key={other.id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <Link href={`/admin/customers/${other.id}`} className="quiet-link">
              <bdi>{other.name}</bdi>
            </Link>
            <span className="min-w-0 grow text-sm text-muted">{recordText(other.record)}</span>
            <MayButton
              right="edit_customers"
              aria-label={`Merge with ${other.name}`}
              onClick={() => onMerge(likelyChoice(other))}
              className="btn btn-outline btn-small"
            >
              Merge…
            </MayButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
