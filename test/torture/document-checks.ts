import type pg from 'pg';

interface PaidRow {
  order: string;
  total: number;
  invoices: { number: number; total: number }[] | null;
}

interface RefundRow {
  refund: string;
  status: string;
  amount: number;
  notes: { number: number; total: number; invoice: string | null }[] | null;
}

/** One invoice for each paid order and extra payment, and one credit note for each refund that was carried out, numbered without a gap. */
export async function checkDocuments(pool: pg.Pool): Promise<string[]> {
  const { rows: paid } = await pool.query<PaidRow>(
    `select o.id as order, o.total_minor::int as total,
       (select json_agg(json_build_object('number', d.number, 'total', d.total_minor))
         from documents d where d.order_id = o.id and d.kind = 'invoice' and d.return_id is null) as invoices
     from orders o where o.status = 'paid'
     union all
     select p.return_id, p.amount_minor::int,
       (select json_agg(json_build_object('number', d.number, 'total', d.total_minor))
         from documents d where d.return_id = p.return_id and d.kind = 'invoice')
     from payments p where p.return_id is not null and p.status = 'captured'`,
  );
  const { rows: refunds } = await pool.query<RefundRow>(
    `select r.id as refund, r.status, r.amount_minor::int as amount,
       (select json_agg(json_build_object('number', d.number, 'total', d.total_minor,
           'invoice', (select i.label from documents i where
             case when p.return_id is null then i.order_id = p.order_id and i.return_id is null
               else i.return_id = p.return_id end and i.kind = 'invoice' and i.label = d.content->'invoice'->>'label')))
         from documents d where d.refund_id = r.id) as notes
     from refunds r join payments p on p.id = r.payment_id and p.status = 'captured'`,
  );
  const { rows: all } = await pool.query<{ kind: string; number: number }>(
    'select kind, number from documents order by kind, number',
  );
  const faults = [
    ...paid.flatMap(({ order, total, invoices }) => {
      const isRight = invoices?.length === 1 && invoices[0]?.total === total;
      return isRight ? [] : [`${order} was paid, and its invoices are ${JSON.stringify(invoices)}`];
    }),
    ...refunds.flatMap(({ refund, status, amount, notes }) => {
      const [note, second] = notes ?? [];
      // The bank may have returned one that was carried out.
      const isDue = status === 'done' || status === 'settled';
      const isRight = note ? !second && note.total === amount && note.invoice !== null : !isDue;
      return isRight ? [] : [`${refund} is ${status}, and its notes are ${JSON.stringify(notes)}`];
    }),
  ];
  for (const [kind, rows] of Map.groupBy(all, (row) => row.kind)) {
    const broken = rows.find(({ number }, index) => number !== 1001 + index);
    if (broken) faults.push(`${kind} ${broken.number} has another number than its place`);
    const due = kind === 'invoice' ? paid.length : refunds.filter(({ notes }) => notes).length;
    if (rows.length !== due) faults.push(`there are ${rows.length} of ${kind}, and ${due} are due`);
  }
  return faults;
}
