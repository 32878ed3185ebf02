/** From one star to five. */
export const STAR_LABELS = ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'] as const;

export function reviewCountLabel(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`;
}

/** The text beside a product's stars. */
export function ratingLabel(rating: number, reviewCount: number): string {
  return reviewCount > 0 ? `${rating} (${reviewCountLabel(reviewCount)})` : 'No reviews yet';
}
