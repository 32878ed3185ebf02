import { queryClient } from '#admin/kit/query-client.ts';
import { photoQueue } from '#admin/photos/use-uploads.ts';

/** Photos on their way: they go on, whichever screen is shown. What was stored is asked for again. */
export const mediaQueue = photoQueue(() => void queryClient.invalidateQueries({ queryKey: ['photos'] }));
