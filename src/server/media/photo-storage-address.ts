/**
 * Where a Supabase project serves its photos to everybody. Pages may show photos from there and from this site only; `netlify.toml` lets the image
 * CDN fetch them and cannot ask this file, so that a test compares.
 */
export function photoStorageAddress(supabaseUrl: string): string {
  return `${new URL(supabaseUrl).origin}/storage/v1/object/public/`;
}
