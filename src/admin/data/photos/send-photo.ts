import { withToken } from '#admin/platform/staff-api.ts';
import { answerOf, unanswered } from '#browser/api.ts';
import { shrinkPhoto } from '#browser/shrink-photo.ts';
import { type StoredPhoto, storedPhoto } from '#domain/photos/contract.ts';

/** Enough for a few hundred kilobytes over a weak mobile network. */
const TIMEOUT_MS = 120_000;

export interface SendOptions {
  /** Called with the share sent, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Shrinks and uploads a photo. @throws ApiFailure, or the signal's reason when aborted */
export async function sendPhoto(file: File, options: SendOptions): Promise<StoredPhoto> {
  const form = new FormData();
  form.append('file', await shrinkPhoto(file), file.name);
  if (options.signal.aborted) throw options.signal.reason;
  return withToken(async (token) => {
    const { data } = await answerOf(await post('/api/upload/single', form, token, options));
    return storedPhoto.parse(data);
  });
}

/** `fetch` reports no upload progress, so this uses XMLHttpRequest. @throws ApiFailure when no answer comes */
function post(url: string, form: FormData, token: string | undefined, { onProgress, signal }: SendOptions): Promise<Response> {
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.timeout = TIMEOUT_MS;
  if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  signal.addEventListener('abort', () => request.abort(), { once: true });
  return new Promise((resolve, reject) => {
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(unanswered(new TypeError('The upload was not answered')));
    request.ontimeout = () => reject(unanswered(new DOMException('The upload took too long', 'TimeoutError')));
    request.onabort = () => reject(signal.reason);
    request.send(form);
  });
}
