import { Popover } from '@base-ui/react/popover';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from '#admin/platform/Link.tsx';
import type { Entry } from './Shell.tsx';

interface Props {
  entries: Entry[];
  /** The screen that is shown. */
  active: Entry | undefined;
}

/** The screens that are needed now and then, behind one tab. It bears the figures of all of them. */
export function MoreScreens({ entries, active }: Props) {
  const [isOpen, setOpen] = useState(false);
  const isWithin = entries.some((entry) => entry === active);

  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger data-active={isWithin || undefined} className="tab">
        More
        {entries.map(({ path, Count }) => Count && <Count key={path} />)}
        <ChevronDown aria-hidden className="ml-1 size-4" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} className="popup-layer">
          <Popover.Popup aria-label="More" className="popup w-56 p-2">
            <nav aria-label="More screens">
              {entries.map((entry) => (
                <Link
                  key={entry.path}
                  href={entry.path}
                  onClick={() => setOpen(false)}
                  aria-current={entry === active ? 'page' : undefined}
                  className="option cursor-pointer hover:bg-cream aria-[current=page]:font-medium"
                >
                  {entry.label}
                  {entry.Count && <entry.Count />}
                </Link>
              ))}
            </nav>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
