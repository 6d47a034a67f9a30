import { listMemberOrders } from '@btbc/contract/operator/member-orders.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { instantOf, isInstant } from '#desk/instant.ts'
import { useForm } from '#desk/useForm.ts'
import { currencyName, dateTime, money } from '#format.ts'
import { OlderPages } from '#shell/OlderPages.tsx'
import { Section } from '#shell/Page.tsx'
import { Select } from '#shell/Select.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Ended = Answer<typeof listMemberOrders>['list'][number]

const { BTC, BNB, BTBC, ETH, USDT } = currencies

const markets = [
  { value: '', label: say('orders.all') },
  ...[BTC, BNB, BTBC, ETH].map(({ id, code }) => ({ value: String(id), label: `${code}/USDT` })),
]

const types = {
  limit: say('orders.limit'),
  market: say('orders.market'),
  stop_limit: say('orders.stopLimit'),
  stop_market: say('orders.stopMarket'),
} as const

const states: Readonly<Record<Ended['status'], string>> = {
  waiting: say('orders.waiting'),
  open: say('orders.open'),
  partial: say('orders.open'),
  filled: say('orders.filled'),
  cancelled: say('orders.cancelled'),
  expired: say('orders.expired'),
}

const columns: Column<Ended>[] = [
  { id: 'order', header: say('orders.order'), accessorFn: ({ id }) => id },
  {
    id: 'what',
    header: say('orders.what'),
    accessorFn: ({ direction, type, currency_id: id }) =>
      say('orders.whatOf', {
        side: say(direction === 'in' ? 'orders.buy' : 'orders.sell'),
        currency: currencyName(id),
        type: types[type],
      }),
  },
  {
    id: 'price',
    header: say('orders.price'),
    accessorFn: ({ price }) => Number(price),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.price, USDT.id),
  },
  {
    id: 'filled',
    header: say('orders.filledOf'),
    accessorFn: ({ filled }) => Number(filled),
    meta: { amount: true },
    cell: ({ row: { original } }) =>
      say('orders.of', {
        filled: money(original.filled, original.currency_id),
        number: money(original.number, original.currency_id),
      }),
  },
  { id: 'state', header: say('orders.state'), accessorFn: ({ status }) => states[status] },
  {
    id: 'placed',
    header: say('orders.placed'),
    accessorFn: (row) => row.create_time,
    cell: ({ row: { original } }) => dateTime(original.create_time),
  },
  {
    id: 'ended',
    header: say('orders.ended'),
    accessorFn: (row) => row.ended_at,
    cell: ({ row: { original } }) => dateTime(original.ended_at),
  },
]

const NOTHING = { market: '', order: '', until: '' }

/** Orders of the exchange that have ended: of a market, one by its number, or those before a moment. */
export function EndedOrders({ id }: { id: number }) {
  const form = useForm(NOTHING)
  const [asked, ask] = useState(NOTHING)
  const [pages, setPages] = useState<readonly number[]>([])
  const before = pages.at(-1)
  const query = useCall(listMemberOrders, {
    id,
    ...(asked.market === '' ? {} : { market: Number(asked.market) }),
    ...(asked.order === '' ? {} : { order: Number(asked.order) }),
    ...(asked.until === '' ? {} : { until: instantOf(asked.until) }),
    ...(before === undefined ? {} : { before }),
  })
  const find = async () => {
    ask({ ...form.values, order: form.values.order.trim() })
    setPages([])
  }
  return (
    <Section title={say('orders.title')}>
      <Form
        shown={form.shown}
        label={say('orders.title')}
        onSubmit={() => form.submit(faultsOf(form.values), find)}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] items-start gap-4">
          <Select
            label={say('orders.ofMarket')}
            value={form.values.market}
            onChange={(market) => form.edit({ market })}
            choices={markets}
          />
          <Field label={say('orders.order')} inputMode="numeric" {...form.field('order')} />
          <Field type="datetime-local" label={say('orders.until')} {...form.field('until')} />
        </div>
        <Button type="submit" size="medium" variant="ghost" className="max-w-32">
          {say('shell.find')}
        </Button>
      </Form>
      <Loaded query={query} height="h-40">
        {({ list, next }) => (
          <>
            <Table
              caption={say('orders.title')}
              columns={columns}
              rows={list}
              empty={say('orders.none')}
            />
            <OlderPages pages={pages} next={next} onTurn={setPages} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function faultsOf({ order, until }: typeof NOTHING): Record<string, string> {
  return {
    ...(/^([1-9]\d{0,14})?$/.test(order.trim()) ? {} : { order: say('orders.orderWrong') }),
    ...(until === '' || isInstant(until) ? {} : { until: say('earn.timeWrong') }),
  }
}
