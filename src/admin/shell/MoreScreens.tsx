import ChevronDown from 'virtual:icons/chevron-down';
import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import type { NavItem } from './nav-item.ts';

interface Props {
  items: NavItem[];
  /** The current screen. */
  active: NavItem | undefined;
}

/** The less used screens, behind one tab that shows the counts of all of them. */
export function MoreScreens({ items, active }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isWithin = items.some((item) => item === active);

  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger data-active={isWithin || undefined} className="tab">
        More
        {items.map(({ path, Count }) => Count && <Count key={path} />)}
        <ChevronDown className="ml-1 size-4" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="popup-layer">
          <Popover.Popup aria-label="More" className="popup w-56 p-2">
            <nav aria-label="More screens">
              {items.map((item) => (
                <Link
                  key={item.path}
                  href={item.path}
                  onClick={() => setOpen(false)}
                  aria-current={item === active ? 'page' : undefined}
                  className="option cursor-pointer hover:bg-cream aria-[current=page]:font-medium"
                >
                  {item.label}
                  {item.Count && <item.Count />}
                </Link>
              ))}
            </nav>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
