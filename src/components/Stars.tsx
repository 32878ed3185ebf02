interface Props {
  rating: number;
  className?: string;
}

/** Five stars, filled to a tenth: a gold bar masked by `.stars` (theme.css). */
export function Stars({ rating, className = 'h-4' }: Props) {
  return (
    <svg role="img" aria-label={`${rating} out of 5 stars`} viewBox="0 0 50 10" className={`stars ${className}`}>
      <path d="M0 0h50v10H0z" className="fill-sand" />
      <path d={`M0 0h${rating * 10}v10H0z`} className="fill-gold" />
    </svg>
  );
}
