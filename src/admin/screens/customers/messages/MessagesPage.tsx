import { useState } from 'react';
import { DataList } from '#admin/kit/DataList.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useList } from '#admin/kit/use-list.ts';
import { MessageDetails } from './MessageDetails.tsx';
import { messageColumns } from './message-columns.tsx';
import { MESSAGE_STATUS_LABELS } from './message-labels.ts';
import { messages } from './messages-api.ts';

/** Messages from the contact form: read, answer by mail, mark as done. */
export default function MessagesPage() {
  const list = useList(messages);
  const [openId, setOpenId] = useState<string | null>(null);
  const open = list.page?.items.find(({ id }) => id === openId);
  const columns = messageColumns({ onOpen: ({ id }) => setOpenId(id) });

  return (
    <Screen title="Messages">
      <ListFilters
        list={list}
        label="Messages"
        fields={[{ states: 'status', label: 'Status', all: 'All Statuses', names: textsOf(MESSAGE_STATUS_LABELS) }]}
      />
      <DataList list={list} columns={columns} />
      {openId && <MessageDetails key={openId} id={openId} listed={open} onClose={() => setOpenId(null)} />}
    </Screen>
  );
}
