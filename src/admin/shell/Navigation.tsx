import { Link } from '#admin/platform/Link.tsx';
import { ICONS } from './nav-icons.ts';
import { DOORS, type NavItem } from './nav-item.ts';

interface Props {
  items: NavItem[];
  /** The current screen. */
  active: NavItem | undefined;
  /** Shows what is behind every door, instead of the open one alone. */
  isWhole?: boolean;
  /** Called when an entry was chosen. */
  onChosen?: () => void;
}

/** The doors of the back office. Behind the one of the current screen its other screens show, and behind the others how much waits. */
export function Navigation({ items, active, isWhole = false, onChosen }: Props) {
  return (
    <nav aria-label="Admin" className="nav">
      <ul className="nav-doors">
        {DOORS.map(({ name, front }) => {
          const behind = items.filter(({ door }) => door === name);
          const entry = behind.find(({ path }) => path === front) ?? behind[0];
          if (!entry) return null;
          const isOpen = behind.length > 1 && (isWhole || active?.door === name);
          const Icon = ICONS[name];
          return (
            <li key={name} data-open={isOpen || undefined}>
              <Link
                href={entry.path}
                ref={active?.door === name ? bringIntoView : null}
                onClick={onChosen}
                aria-current={!isOpen && entry === active ? 'page' : undefined}
                className="nav-entry nav-door"
              >
                <Icon className="size-4 shrink-0" />
                {name}
                {!isOpen && behind.map(({ path, Count }) => Count && <Count key={path} />)}
              </Link>
              {isOpen && (
                <ul aria-label={name}>
                  {behind.map((item) => (
                    <li key={item.path}>
                      <Link
                        href={item.path}
                        onClick={onChosen}
                        aria-current={item === active ? 'page' : undefined}
                        className="nav-entry"
                      >
                        {item.label}
                        {item.Count && <item.Count />}
                      </Link>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** The side bar is higher than a low screen. */
function bringIntoView(entry: HTMLElement | null): void {
  entry?.parentElement?.scrollIntoView({ block: 'nearest' });
}
