import { DEEPEST_ROW, type Pagination, tooLongText } from '#domain/lists.ts';
import { invalid } from '#server/errors.ts';

/** So many rows are written at once. */
const PART = 200;

interface WholeList {
  data: unknown;
  pagination?: Pagination;
}

/**
 * The answer with a whole list, written part by part and packed where the browser unpacks it: as one text, twenty thousand orders would be more than a
 * function may answer with. @throws ApiError `validation_failed` for a list that is longer than that
 */
export function exported(request: Request, { data, pagination }: WholeList, headers: Record<string, string>): Response {
  const rows = data as unknown[];
  const total = pagination?.totalItems ?? rows.length;
  if (total > DEEPEST_ROW) throw invalid([], tooLongText(total));
  const written = parts(rows, pagination);
  const text = new ReadableStream<string>({
    pull(controller) {
      const { value, done } = written.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }).pipeThrough(new TextEncoderStream());
  const isPacked = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  return new Response(isPacked ? text.pipeThrough(new CompressionStream('gzip')) : text, {
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      ...(isPacked && { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }),
    },
  });
}

function* parts(rows: unknown[], pagination: Pagination | undefined): Generator<string> {
  yield `{"success":true,"pagination":${JSON.stringify(pagination)},"data":[`;
  for (let start = 0; start < rows.length; start += PART) {
    const part = rows.slice(start, start + PART).map((row) => JSON.stringify(row));
    yield `${start > 0 ? ',' : ''}${part.join(',')}`;
  }
  yield ']}';
}
