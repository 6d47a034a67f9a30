import { readHouseCampaign } from '@btbc/contract/operator/campaign.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { dateTime, money } from '#format.ts'
import { kinds } from '#screens/campaigns/PrizeFields.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Prize = Answer<typeof readHouseCampaign>['prizes'][number]

const { USDT, BTBC } = currencies

const columns: Column<Prize>[] = [
  { id: 'kind', header: say('campaigns.kind'), accessorFn: whatFor },
  {
    id: 'low',
    header: say('campaigns.low'),
    accessorFn: ({ kind, low }) => (kind === 'claim' ? '' : low),
  },
  {
    id: 'high',
    header: say('campaigns.high'),
    accessorFn: ({ kind, high }) => (kind === 'draw' ? '' : (high ?? '')),
  },
  { id: 'most', header: say('campaigns.most'), accessorFn: ({ most }) => most },
  {
    id: 'usdt',
    header: say('campaigns.usdt'),
    accessorFn: ({ usdt }) => Number(usdt),
    meta: { amount: true },
    cell: ({ row: { original } }) => usdtOf(original),
  },
  {
    id: 'btbc',
    header: say('campaigns.btbc'),
    accessorFn: ({ btbc }) => Number(btbc),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.btbc, BTBC.id),
  },
]

/** What stands in the second figure of a draw is no end: so many it is drawn among at the least. */
function whatFor({ kind, high }: Prize): string {
  if (kind !== 'draw') return say(kinds[kind])
  return say('campaigns.drawAmong', { entrants: high ?? 0 })
}

/** Drawn amounts go up to a second figure. */
function usdtOf({ usdt, usdt_most: most }: Prize): string {
  return most === usdt ? money(usdt, USDT.id) : `${money(usdt, USDT.id)} – ${money(most, USDT.id)}`
}

/** All that members will read of it, and all that it may cost, prize by prize. */
export function Promised({ id, title }: { id: number; title: string }) {
  const campaign = useCall(readHouseCampaign, { id })
  return (
    <Loaded query={campaign}>
      {({ rules, vests_at: vests, prizes }) => (
        <div className="grid gap-3">
          <div className="card grid gap-3 p-4">
            <p className="wrap-anywhere whitespace-pre-line">{rules}</p>
            <p className="text-small text-mut">
              {say('campaigns.paidAt', { at: vests ? dateTime(vests) : say('campaigns.atEnd') })}
            </p>
          </div>
          <Table caption={title} columns={columns} rows={prizes} empty="" />
        </div>
      )}
    </Loaded>
  )
}
