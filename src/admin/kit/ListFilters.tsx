import type { ReactNode } from 'react';
import { FilterBar } from './FilterBar.tsx';
import type { BaseFilters } from './list-filters.ts';
import { PeriodFields } from './PeriodFields.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SelectFilter } from './SelectFilter.tsx';
import { StateTabs } from './StateTabs.tsx';
import type { List } from './use-list.ts';

/** The names of the filters that are text. */
type TextName<Filters> = { [Name in keyof Filters]-?: Filters[Name] extends string | undefined ? Name : never }[keyof Filters];

interface SearchField<Filters> {
  search: TextName<Filters>;
  label: string;
  placeholder: string;
  isWide?: boolean;
}

/** One of a few values, or all of them. */
type ChoiceField<Filters> = {
  [Name in keyof Filters]-?: {
    choice: Name;
    label: string;
    all: string;
    names: ReadonlyMap<NonNullable<Filters[Name]>, string>;
  };
}[keyof Filters];

/** The state of what is listed, as a row of tabs above the other filters. */
type StateField<Filters> = {
  [Name in keyof Filters]-?: {
    states: Name;
    label: string;
    /** The tab that lets every state through: 'All Statuses'. */
    all: string;
    names: ReadonlyMap<NonNullable<Filters[Name]>, string>;
    /** How many records are in a state, in the whole list, or in all of them; null until that is known. */
    countOf?: (state: NonNullable<Filters[Name]> | undefined) => number | null | undefined;
  };
}[keyof Filters];

interface PeriodField<Filters> {
  from: TextName<Filters>;
  to: TextName<Filters>;
  labels?: readonly [from: string, to: string];
}

/** A filter of a list: its state, text to search for, a choice, or a period of days. */
export type FilterField<Filters> = StateField<Filters> | SearchField<Filters> | ChoiceField<Filters> | PeriodField<Filters>;

interface Props<Item, Filters extends BaseFilters> {
  list: List<Item, Filters>;
  /** What is filtered: `Orders`. */
  label: string;
  fields: FilterField<Filters>[];
  /** Filters of another kind, before the others. */
  children?: ReactNode;
}

/** The filters of a list, which stand in the address bar. */
export function ListFilters<Item, Filters extends BaseFilters>({ list, label, fields, children }: Props<Item, Filters>) {
  const values = list.filters as Record<PropertyKey, unknown>;
  const set = (name: PropertyKey) => (value: unknown) => list.change({ [name]: value } as Partial<Filters>);
  const textOf = (name: PropertyKey) => values[name] as string | undefined;

  const others = fields.filter((field) => !('states' in field));
  const tabs = fields.flatMap((field) => ('states' in field ? [<States key={field.label} list={list} field={field} />] : []));
  if (others.length === 0 && !children) return tabs;

  return (
    <>
      {tabs}
      <FilterBar label={label} isNarrowed={list.isNarrowed} onClear={list.clear}>
        {children}
        {others.map((field) => {
          if ('search' in field) {
            const { search, isWide, ...box } = field;
            const className = isWide ? 'wide-filter' : '';
            return (
              <SearchBox key={box.label} {...box} value={textOf(search) ?? ''} onSearch={set(search)} className={className} />
            );
          }
          if ('choice' in field) {
            const { choice, names, ...select } = field as ChoiceField<Record<string, string>>;
            return <SelectFilter key={select.label} {...select} value={textOf(choice)} names={names} onChange={set(choice)} />;
          }
          const { from, to, labels } = field as PeriodField<Filters>;
          return (
            <PeriodFields
              key={String(from)}
              from={textOf(from)}
              to={textOf(to)}
              onChange={(period) => list.change({ [from]: period.from, [to]: period.to } as Partial<Filters>)}
              {...(labels && { labels })}
            />
          );
        })}
      </FilterBar>
    </>
  );
}

interface StatesProps<Item, Filters extends BaseFilters> {
  list: List<Item, Filters>;
  field: StateField<Filters>;
}

function States<Item, Filters extends BaseFilters>({ list, field }: StatesProps<Item, Filters>) {
  const { states, label, all, names, countOf } = field as StateField<Record<string, string>>;
  const chosen = (list.filters as Record<PropertyKey, unknown>)[states];
  // Counts are of the whole list: beside a part of it they would be wrong.
  const isWhole = !list.isNarrowedBeside(states);
  const tab = (state: string | undefined, text: string) => ({
    label: text,
    href: list.addressWith({ [states]: state } as Partial<Filters>),
    isShown: state === chosen,
    count: isWhole ? countOf?.(state) : undefined,
  });
  return <StateTabs label={label} tabs={[tab(undefined, all), ...[...names].map(([state, name]) => tab(state, name))]} />;
}
