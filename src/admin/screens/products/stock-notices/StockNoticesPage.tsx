import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '#admin/kit/ConfirmDialog.tsx';
import { DataList } from '#admin/kit/DataList.tsx';
import { useErrorBanner } from '#admin/kit/error-banner.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { toast } from '#admin/kit/toast.ts';
import { useList } from '#admin/kit/use-list.ts';
import type { StockNotice } from '#domain/stock-notices/contract.ts';
import { contactOf, NOTICE_STATUS_LABELS, noticeColumns } from './notice-columns.tsx';
import { deleteNotice, markNotified, stockNotices } from './stock-notices-api.ts';

/** Who wants to be told when something is back. Those with an e-mail address are told by mail, those with a phone number by staff. */
export default function StockNoticesPage() {
  const list = useList(stockNotices);
  const report = useErrorBanner();
  const [toRemove, setToRemove] = useState<StockNotice | null>(null);
  const { mutate: tell } = useMutation({
    mutationFn: ({ id }: StockNotice) => markNotified(id),
    onSuccess: (notice) => toast(`${contactOf(notice)} was told`),
    onSettled: (_, failure) => report(failure, 'Failed to note it'),
  });

  return (
    <Screen title="Waiting for stock">
      <ListFilters
        list={list}
        label="Notices"
        fields={[{ states: 'status', label: 'Status', all: 'All', names: textsOf(NOTICE_STATUS_LABELS) }]}
      />
      <DataList
        list={list}
        columns={noticeColumns({ onNotified: tell, onRemove: setToRemove })}
        empty="Nobody is waiting for anything"
      />
      {toRemove && <RemoveNotice notice={toRemove} onClose={() => setToRemove(null)} />}
    </Screen>
  );
}

function RemoveNotice({ notice, onClose }: { notice: StockNotice; onClose: () => void }) {
  const { mutateAsync } = useMutation({
    mutationFn: () => deleteNotice(notice.id),
    onSuccess: () => toast(`${contactOf(notice)} was removed`),
  });
  return (
    <ConfirmDialog
      question="Remove this person from the list?"
      detail={`${contactOf(notice)} is not told about ${notice.productName}.`}
      action="Remove"
      busyAction="Removing…"
      failure="Failed to remove the person"
      onConfirm={mutateAsync}
      onClose={onClose}
    />
  );
}
