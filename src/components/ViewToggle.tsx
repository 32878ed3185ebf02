import { Icon } from './Icon.tsx';

/** Switches between grid and list. */
export function ViewToggle({ view, onView }: { view: 'grid' | 'list'; onView(view: 'grid' | 'list'): void }) {
  return (
    <div className="flex justify-end gap-1">
      {(['grid', 'list'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={view === kind}
          aria-label={kind === 'grid' ? 'Grid view' : 'List view'}
          onClick={() => onView(kind)}
          className="btn-icon size-9! rounded-sm! aria-pressed:bg-ink aria-pressed:text-ivory"
        >
          <Icon name={kind} />
        </button>
      ))}
    </div>
  );
}
