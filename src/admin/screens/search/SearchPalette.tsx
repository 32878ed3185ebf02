import Search from 'virtual:icons/search';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { Dialog } from '#admin/kit/Dialog.tsx';
import { failureText } from '#admin/kit/failure-text.ts';
import { useDebouncedValue } from '#admin/kit/use-debounced-value.ts';
import { isOfScreen } from '#admin/platform/location.ts';
import { useRights } from '#admin/platform/rights.ts';
import { leave, navigate } from '#admin/platform/router.ts';
import { postSearch } from './search-api.ts';
import {
  type FoundScreen,
  recordEntries,
  type SearchEntry,
  type SettingsPlace,
  screenEntries,
  settingEntries,
} from './search-entries.ts';

const MIN_TYPED = 2;

interface Props {
  screens: FoundScreen[];
  loadSettings: () => Promise<SettingsPlace[]>;
  onClose: () => void;
}

/** Finds orders, customers, shipments, products, purchase orders, screens and settings. Arrows choose, Enter opens, Esc closes. */
export default function SearchPalette({ screens, loadSettings, onClose }: Props) {
  const [settings, setSettings] = useState<SettingsPlace[]>([]);
  useEffect(() => {
    loadSettings().then(setSettings, (reason: unknown) => console.warn('Settings are not searched', reason));
  }, [loadSettings]);
  const rights = useRights();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const [opensWhenFound, setOpensWhenFound] = useState(false);
  const text = useDebouncedValue(typed.trim());
  const isSearched = text.length >= MIN_TYPED;
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => postSearch(text, signal),
    enabled: isSearched,
    // Names and phones are not cached after the search is closed.
    gcTime: 0,
    placeholderData: (before) => before,
  });
  const mayOpen = ({ href }: SearchEntry) => screens.some(({ path }) => isOfScreen(href, path));
  const records = isSearched && data ? recordEntries(data, text).filter(mayOpen) : [];
  const entries = [...records, ...screenEntries(screens, typed), ...settingEntries(settings, typed, rights)];
  const isBehind = typed.trim().length >= MIN_TYPED && (typed.trim() !== text || isFetching);
  const active = Math.min(chosen, entries.length - 1);

  function open(entry: SearchEntry | undefined) {
    if (!entry) return;
    onClose();
    leave(() => navigate(entry.href));
  }

  useEffect(() => {
    if (!opensWhenFound || isBehind) return;
    setOpensWhenFound(false);
    open(entries[active]);
  });

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setChosen((active + step + entries.length) % entries.length);
    // Enter waits for the results of what is typed now.
    else if (event.key === 'Enter') setOpensWhenFound(true);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Search" lightDismiss onClose={onClose} size="normal" beginsInField="always">
      <div className="relative">
        <Search className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted" />
        <input
          role="combobox"
          aria-label="Search everything"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={entries[active] && `${listId}-${active}`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          placeholder="Order, customer, phone, product, screen or setting"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
            setOpensWhenFound(false);
          }}
          onKeyDown={press}
          className="field pl-10"
        />
      </div>
      <p role="status" className="min-h-6 py-1.5 text-sm text-muted">
        {statusText({ error, isBehind, isEmpty: entries.length === 0 })}
      </p>
      <div id={listId} role="listbox" aria-label="Found" className="-mx-2 min-h-40">
        {entries.map((entry, place) => (
          <div key={entry.href}>
            {entry.group !== entries[place - 1]?.group && (
              <p aria-hidden className="px-3 pt-3 pb-1 text-xs font-medium text-muted">
                {entry.group}
              </p>
            )}
            <Option id={`${listId}-${place}`} entry={entry} isActive={place === active} onOpen={() => open(entry)} />
          </div>
        ))}
      </div>
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  entry: SearchEntry;
  isActive: boolean;
  onOpen: () => void;
}

function Option({ id, entry, isActive, onOpen }: OptionProps) {
  return (
    // The arrow keys of the input choose among them.
    <div
      ref={isActive ? bringIntoView : null}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={[entry.label, entry.note, entry.group].filter(Boolean).join(', ')}
      onClick={onOpen}
      onKeyDown={(event) => event.key === 'Enter' && onOpen()}
      className={`option cursor-pointer hover:bg-cream ${isActive ? 'bg-cream' : ''}`}
    >
      <span dir="auto" className="min-w-24 break-words">
        {entry.label}
      </span>
      <span className="min-w-0 text-right text-xs text-muted tabular-nums">{entry.note}</span>
    </div>
  );
}

function bringIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function statusText({ error, isBehind, isEmpty }: { error: Error | null; isBehind: boolean; isEmpty: boolean }): string {
  if (isBehind) return 'Searching…';
  if (error) return failureText(error, 'Failed to search');
  return isEmpty ? 'Nothing found' : '';
}
