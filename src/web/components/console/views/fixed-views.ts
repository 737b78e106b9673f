import { stockFilters } from '#features/inventory/stock-list.schema.ts';
import { productStatusLabels } from '#features/product-management/product-status.schema.ts';
import type { ViewedList } from '#features/saved-views/saved-views.schema.ts';

/** The views that every shop has, with what staff need most. */
export const fixedViews: Record<ViewedList, readonly { name: string; params: string }[]> = {
  orders: [
    { name: 'All', params: '' },
    { name: 'To ship', params: 'fulfillment=to_ship' },
    { name: 'On hold', params: 'fulfillment=on_hold' },
    { name: 'On the way', params: 'fulfillment=fulfilled' },
    { name: 'Open returns', params: 'returns=open' },
    { name: 'Unpaid', params: 'payment=unpaid' },
    { name: 'Address missing', params: 'address=missing' },
    { name: 'Deleted', params: 'deleted=yes' },
  ],
  products: [
    { name: 'All', params: '' },
    ...(['active', 'draft', 'scheduled', 'archived'] as const).map((status) => ({
      name: productStatusLabels[status],
      params: `status=${status}`,
    })),
  ],
  stock: Object.entries(stockFilters).map(([filter, name]) => ({
    name,
    params: filter === 'all' ? '' : `stock=${filter}`,
  })),
};
