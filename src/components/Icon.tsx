import { ICON_PATHS, type IconName } from './icon-paths.ts';

interface Props {
  name: IconName;
  className?: string;
}

/** A decorative line icon in the colour of the text around it. What it means must be said in words beside it or in a label. */
export function Icon({ name, className = 'size-5' }: Props) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={`icon ${className}`}>
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
