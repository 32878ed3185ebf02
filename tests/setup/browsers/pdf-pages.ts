/** The sheets of a PDF in millimetres. */
export function pagesOf(pdf: Buffer): string[] {
  const boxes = pdf.toString('latin1').matchAll(/\/Type \/Page\b.*?\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/gs);
  return [...boxes].map((box) =>
    box
      .slice(1)
      .map((points) => Math.round((Number(points) / 72) * 25.4))
      .join(' × '),
  );
}
