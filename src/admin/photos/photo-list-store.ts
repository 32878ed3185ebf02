import { photoQueue } from '#admin/kit/photos/use-uploads.ts';
import { queryClient } from '#admin/platform/query-client.ts';

/** Photos on their way: they go on, whichever screen is shown. What was stored is asked for again. */
export const mediaQueue = photoQueue(() => void queryClient.invalidateQueries({ queryKey: ['photos'] }));
