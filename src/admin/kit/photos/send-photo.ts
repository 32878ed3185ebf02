import { withToken } from '#admin/platform/staff-api.ts';
import { answerOf, unanswered } from '#browser/api.ts';
import { type StoredPhoto, storedPhoto } from '#shared/schemas/photos.ts';
import { shrinkPhoto } from './shrink-photo.ts';

/** A photo of a few hundred kilobytes over a phone's network in a basement. */
const TIMEOUT_MS = 120_000;

export interface Sending {
  /** Told how much of the photo has left this machine, from 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Makes a photo small enough and stores it. @throws ApiFailure, or the signal's reason */
export async function sendPhoto(file: File, sending: Sending): Promise<StoredPhoto> {
  const form = new FormData();
  form.append('file', await shrinkPhoto(file), file.name);
  if (sending.signal.aborted) throw sending.signal.reason;
  return withToken(async (token) => {
    const { data } = await answerOf(await post('/api/upload/single', form, token, sending));
    return storedPhoto.parse(data);
  });
}

/** Posts a form. `fetch` cannot tell how far an upload is, so this is the older way. @throws ApiFailure when no answer comes */
function post(url: string, form: FormData, token: string | undefined, { onProgress, signal }: Sending): Promise<Response> {
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
