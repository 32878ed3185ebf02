import { useQuery } from '@tanstack/react-query';

/**
 * One entry of a list as the server has it now, kept current while it is open, also when it has left the list; at first as the list shows it.
 * It is kept under `[resource, 'entry', id]`, where status changes find it.
 */
export function useRecord<Entry extends { id: string }>(
  resource: string,
  shown: Entry,
  fetch: (id: string, signal?: AbortSignal) => Promise<Entry>,
): Entry {
  const { data } = useQuery({
    queryKey: [resource, 'entry', shown.id],
    queryFn: ({ signal }) => fetch(shown.id, signal),
    initialData: shown,
    initialDataUpdatedAt: 0,
    gcTime: 0,
  });
  return data ?? shown;
}
