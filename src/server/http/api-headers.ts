/** Of every answer of the API: it is data, whatever a browser would make of it. Netlify's headers for pages do not reach what functions answer. */
export const API_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
};
