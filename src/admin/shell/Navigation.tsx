import { Fragment } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import { ICONS } from './nav-icons.ts';
import { DOORS, type NavItem } from './nav-item.ts';
import { WaitingCount } from './WaitingCount.tsx';

interface Props {
  items: NavItem[];
  /** The current screen. */
  active: NavItem | undefined;
  /** Shows what is behind every door, instead of the open one alone. */
  isWhole?: boolean;
  /** Called when an entry was chosen. */
  onChosen?: (() => void) | undefined;
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
                {!isOpen && <WaitingCount items={items} of={behind} />}
              </Link>
              {isOpen && <Entries items={items} of={behind} label={name} active={active} onChosen={onChosen} />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface EntriesProps extends Omit<Props, 'isWhole'> {
  /** Those that are listed. */
  of: NavItem[];
  label: string;
}

/** What is behind an open door. What belongs to a group stands below its caption. */
function Entries({ items, of, label, active, onChosen }: EntriesProps) {
  return (
    <ul aria-label={label}>
      {of.map((item, index) => (
        <Fragment key={item.path}>
          {item.group && item.group !== of[index - 1]?.group && <li className="nav-caption">{item.group}</li>}
          <li>
            <Link href={item.path} onClick={onChosen} aria-current={item === active ? 'page' : undefined} className="nav-entry">
              {item.label}
              <WaitingCount items={items} of={[item]} />
            </Link>
          </li>
        </Fragment>
      ))}
    </ul>
  );
}

/** The side bar is higher than a low screen. */
function bringIntoView(entry: HTMLElement | null): void {
  entry?.parentElement?.scrollIntoView({ block: 'nearest' });
}
