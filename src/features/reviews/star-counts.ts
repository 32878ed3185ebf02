/** Number of reviews with 1, 2, 3, 4 and 5 stars, in this order. */
export type StarCounts = number[];

export function starCounts(reviews: { rating: number }[]): StarCounts {
  return [1, 2, 3, 4, 5].map((stars) => reviews.filter(({ rating }) => rating === stars).length);
}

/** The average rounded to one decimal, and the number of reviews; both 0 without any. */
export function ratingOf(counts: StarCounts): { rating: number; reviewCount: number } {
  const reviewCount = counts.reduce((sum, count) => sum + count, 0);
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return { rating: reviewCount > 0 ? Math.round((stars / reviewCount) * 10) / 10 : 0, reviewCount };
}
