/** A code that was out of sight for so long is another piece with the same label, and no flicker of the camera. */
const GONE_MS = 900;

/** Tells which codes are new to the camera. Takes those in the picture and its time in milliseconds; each is returned once while it stays in sight. */
export function codesInSight(): (codes: string[], at: number) => string[] {
  const lastSeen = new Map<string, number>();
  return (codes, at) => {
    for (const [code, seen] of lastSeen) if (at - seen > GONE_MS) lastSeen.delete(code);
    const fresh = [...new Set(codes)].filter((code) => code && !lastSeen.has(code));
    for (const code of codes) lastSeen.set(code, at);
    return fresh;
  };
}
