import { Link } from '#admin/platform/Link.tsx';
import { NAV_GROUPS, type NavItem } from './nav-item.ts';

interface Props {
  items: NavItem[];
  /** The current screen. */
  active: NavItem | undefined;
  /** Called when an entry was chosen. */
  onChosen?: () => void;
}

/** The screens by name: the daily ones, then the others by what they are about. */
export function Navigation({ items, active, onChosen }: Props) {
  const entries = (of: NavItem[]) =>
    of.map((item) => (
      <li key={item.path}>
        <Link
          href={item.path}
          ref={item === active ? bringIntoView : null}
          onClick={onChosen}
          aria-current={item === active ? 'page' : undefined}
          className="nav-entry"
        >
          {item.label}
          {item.Count && <item.Count />}
        </Link>
      </li>
    ));

  return (
    <nav aria-label="Admin" className="nav">
      <ul>{entries(items.filter(({ group, isOwn }) => !group && !isOwn))}</ul>
      {NAV_GROUPS.filter((name) => items.some(({ group }) => group === name)).map((name) => (
        <div key={name}>
          <p id={`nav-${name}`} className="nav-caption">
            {name}
          </p>
          <ul aria-labelledby={`nav-${name}`}>{entries(items.filter(({ group }) => group === name))}</ul>
        </div>
      ))}
    </nav>
  );
}

/** The side bar is higher than a low screen. */
function bringIntoView(entry: HTMLElement | null): void {
  entry?.scrollIntoView({ block: 'nearest' });
}
