/** What a number of stars means, from one star to five. */
export const STAR_LABELS = ['Poor', 'Fair', 'Good', 'Very Good', 'Excellent'] as const;

export function reviewsWord(count: number): string {
  return count === 1 ? '1 review' : `${count} reviews`;
}

/** The rating beside a product's stars. */
export function ratingWords(rating: number, reviewCount: number): string {
  return reviewCount > 0 ? `${rating} (${reviewsWord(reviewCount)})` : 'No reviews yet';
}
