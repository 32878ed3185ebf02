/** The public address of a Supabase project's photos. Pages show photos from there and from this site only. */
export function photoStorageAddress(supabaseUrl: string): string {
  return `${new URL(supabaseUrl).origin}/storage/v1/object/public/`;
}

/** The same as a regular expression, for image CDNs. */
export function photoStoragePattern(supabaseUrl: string): string {
  return `^${photoStorageAddress(supabaseUrl).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}.*`;
}
