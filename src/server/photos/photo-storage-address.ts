/** Where a Supabase project serves its photos to everybody. Pages may show photos from there and from this site only. */
export function photoStorageAddress(supabaseUrl: string): string {
  return `${new URL(supabaseUrl).origin}/storage/v1/object/public/`;
}

/** The photos of `photoStorageAddress` as a regular expression, as image CDNs want it. */
export function photoStoragePattern(supabaseUrl: string): string {
  return `^${photoStorageAddress(supabaseUrl).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*`;
}
