import type { PhotoTarget } from '#domain/catalog/contract.ts';

/** A photo and the product that its name says. */
export interface NamedPhoto {
  file: File;
  target: PhotoTarget;
  /** Its place among the photos of its SKU. */
  place: number;
}

/** The SKUs that a file's name may mean: all of `BNG-0042-2.jpg`, or the second photo of `BNG-0042`. */
export function readPhotoName(fileName: string): { sku: string; place: number }[] {
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .trim()
    .toUpperCase();
  const numbered = /^(.*?)(?:-(\d{1,2})|\s*\((\d{1,2})\))$/.exec(stem);
  const [, sku = '', afterDash, inBrackets] = numbered ?? [];
  return [{ sku: stem, place: 1 }, ...(sku ? [{ sku, place: Number(afterDash ?? inBrackets) }] : [])];
}

interface MatchedPhotos {
  /** By SKU and place. */
  matched: NamedPhoto[];
  unmatched: File[];
  /** From another folder, with a name that came before: nobody knows which of the two is meant, and the first is sent. */
  repeated: File[];
}

/** Finds each photo's product. A SKU that is the whole name comes before one with a number behind it. */
export function matchPhotos(files: File[], targets: PhotoTarget[]): MatchedPhotos {
  const bySku = new Map(targets.map((target) => [target.sku, target]));
  const matched: NamedPhoto[] = [];
  const unmatched: File[] = [];
  const repeated: File[] = [];
  const names = new Set<string>();
  for (const file of files) {
    const name = file.name.toUpperCase();
    if (names.has(name)) {
      repeated.push(file);
      continue;
    }
    names.add(name);
    const meant = readPhotoName(file.name).find(({ sku }) => bySku.has(sku));
    const target = meant && bySku.get(meant.sku);
    if (meant && target) matched.push({ file, target, place: meant.place });
    else unmatched.push(file);
  }
  matched.sort((one, other) =>
    one.target.sku < other.target.sku ? -1 : one.target.sku > other.target.sku ? 1 : one.place - other.place,
  );
  return { matched, unmatched, repeated };
}
