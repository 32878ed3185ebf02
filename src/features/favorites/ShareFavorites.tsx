import { shareLink } from '#browser/share-link.ts';
import { SHOP } from '#built/settings.ts';
import { MAX_SHARED, shareable, sharedListPath } from './shared-list.ts';

/** Gives the list to somebody else, or to one's other devices. */
export function ShareFavorites({ ids }: { ids: string[] }) {
  const { length } = shareable(ids);
  if (length === 0) return null;
  return (
    <p className="mb-4 text-sm text-muted">
      <button
        type="button"
        className="btn btn-outline"
        onClick={({ currentTarget }) => {
          const url = new URL(sharedListPath(ids), location.href).href;
          void shareLink(currentTarget, `My favorites at ${SHOP.name}`, url);
        }}
      >
        Share these favorites
      </button>
      {ids.length > MAX_SHARED && ` The link holds the newest ${MAX_SHARED}.`}
    </p>
  );
}
