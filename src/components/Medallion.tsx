import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

/** A large round icon above the text of an empty page. */
export function Medallion({ icon }: { icon: IconName }) {
  return (
    <span className="mx-auto grid size-20 place-items-center rounded-full bg-cream text-gold-deep">
      <Icon name={icon} className="size-8" />
    </span>
  );
}
