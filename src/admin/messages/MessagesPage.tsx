import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { FilterBar } from '#admin/kit/FilterBar.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { SelectFilter } from '#admin/kit/SelectFilter.tsx';
import { useList } from '#admin/kit/use-list.ts';
import { MessageDetails } from './MessageDetails.tsx';
import { messageColumns } from './message-columns.tsx';
import { messageStatusLabels } from './message-labels.ts';
import { fetchMessages, messageFilters } from './messages-api.ts';

/** Messages from the contact form: read, answer by mail, mark as done. */
export default function MessagesPage() {
  const list = useList({
    resource: 'messages',
    filters: messageFilters,
    fetch: fetchMessages,
    failure: 'Failed to load messages',
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const open = list.page?.items.find(({ id }) => id === openId);
  const columns = messageColumns({ onOpen: ({ id }) => setOpenId(id) });

  return (
    <Screen title="Messages">
      <FilterBar label="Messages" isNarrowed={list.isNarrowed} onClear={list.clear}>
        <SelectFilter
          label="Status"
          all="All Statuses"
          value={list.filters.status}
          names={messageStatusLabels}
          onChange={(status) => list.change({ status })}
        />
      </FilterBar>
      <DataList list={list} columns={columns} keyOf={({ id }) => id} noun="messages" empty="No messages found" />
      {openId && <MessageDetails key={openId} id={openId} listed={open} onClose={() => setOpenId(null)} />}
    </Screen>
  );
}
