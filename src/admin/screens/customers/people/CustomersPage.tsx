import { customers } from '#admin/data/customers/definition.ts';
import { CUSTOMER_BLOCK_LABELS } from '#admin/data/customers/labels.ts';
import { DataList } from '#admin/kit/DataList.tsx';
import { Deferred } from '#admin/kit/Deferred.tsx';
import { ListFilters } from '#admin/kit/ListFilters.tsx';
import { RecordMissing } from '#admin/kit/RecordMissing.tsx';
import { Screen } from '#admin/kit/Screen.tsx';
import { textsOf } from '#admin/kit/status-labels.ts';
import { useList } from '#admin/kit/use-list.ts';
import { useRecordRoute } from '#admin/kit/use-record-route.ts';
import { CustomerDetails } from './CustomerDetails.tsx';
import { customerColumns } from './customer-columns.tsx';
import { EditCustomer } from './EditCustomer.tsx';

/** Who orders: found by name, phone, e-mail address or order number. */
export default function CustomersPage() {
  const list = useList(customers);
  const route = useRecordRoute(customers, list.page?.items);
  const { record: item, dialog, open, close, back } = route;

  return (
    <Screen title="Customers">
      <ListFilters
        list={list}
        label="Customers"
        fields={[
          { search: 'search', label: 'Search customers', placeholder: 'Name, phone, e-mail, order number...', isWide: true },
          { search: 'tag', label: 'Tag', placeholder: 'Tag...' },
          { choice: 'block', label: 'Block', all: 'All customers', names: textsOf(CUSTOMER_BLOCK_LABELS) },
        ]}
      />
      <DataList list={list} columns={customerColumns} hrefOf={route.hrefOf} />
      <Deferred>
        <RecordMissing route={route} noun="customer" dialogs={['details', 'edit']} />
        {item && dialog === 'details' && (
          <CustomerDetails
            key={item.id}
            item={item}
            onClose={close}
            onOpen={(next) => open(item, next)}
            onMerged={(kept) => open(kept, undefined, { replace: true })}
          />
        )}
        {item && dialog === 'edit' && <EditCustomer key={item.id} item={item} onClose={back} />}
      </Deferred>
    </Screen>
  );
}
