import { ICON_PATHS, type IconName } from './icon-paths.ts';

interface Props {
  name: IconName;
  className?: string;
}

/** A decorative line icon in the text colour. Its meaning must stand in a text or label beside it. */
export function Icon({ name, className = 'size-5' }: Props) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`icon ${className}`}>
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
