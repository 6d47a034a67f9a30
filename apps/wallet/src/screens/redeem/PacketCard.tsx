import type { listPackets } from '@btbc/contract/packet.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { CopyRow } from '@btbc/ui/CopyRow.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useMoney, useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

export type Packet = Answer<typeof listPackets>['list'][number]

const audiences = {
  all: 'packets.all',
  new: 'packets.new',
  verified: 'packets.verified',
} as const

/** One that was published: what of it is left, for whom, until when, and what one had of it. */
export function PacketCard({ packet }: { packet: Packet }) {
  const t = useText()
  const money = useShortMoney()
  const { dateTime } = useFormats()
  const [isChecking, setChecking] = useState(false)
  const { budget, left, shares, taken, mine, ended } = packet
  const shown = (amount: string) => money(amount, packet.currency_name)
  const isLeft = (parseAmount(left) ?? 0n) > 0n
  const title = t('packets.packet', { budget: shown(budget), shares })
  const until = t('packets.until', { time: dateTime(packet.ends_at) })
  return (
    <li className="card mb-3 grid gap-2 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="num font-semibold">{title}</h3>
        <StatusPill tone={ended ? 'idle' : 'active'}>
          {t(ended ? 'packets.ended' : 'packets.running')}
        </StatusPill>
      </div>
      <p className="num text-small text-mut">
        {t(audiences[packet.audience])} · {until}
      </p>
      <p className="num text-small text-mut">
        {ended
          ? [
              t('packets.takenOf', { taken, shares }),
              ...(isLeft ? [t('packets.returned', { left: shown(left) })] : []),
            ].join(' · ')
          : t('packets.left', { left: shown(left), taken, shares })}
      </p>
      {packet.code !== null && (
        <CopyRow label={t('packets.itsCode')} of={packet.code} value={packet.code} />
      )}
      {mine && (
        <p className="num font-semibold text-up">
          {t('packets.mine', { amount: shown(mine.amount) })}
        </p>
      )}
      <Button
        variant="ghost"
        size="medium"
        aria-haspopup="dialog"
        aria-label={`${t('packets.check')}: ${title}, ${until}`}
        icon={<ShieldCheck size={18} aria-hidden />}
        onClick={() => setChecking(true)}
      >
        {t('packets.check')}
      </Button>
      <Sheet open={isChecking} onOpenChange={setChecking} title={t('packets.check')}>
        <Proof packet={packet} />
      </Sheet>
    </li>
  )
}

/** What anybody needs to work the shares out again. */
function Proof({ packet }: { packet: Packet }) {
  const { split, seed, seed_hash: hash, mine } = packet
  const t = useText()
  const { count } = useFormats()
  const money = useMoney()
  if (split === 'equal') return <p>{t('packets.equalRule')}</p>
  return (
    <div className="grid gap-4">
      <CopyRow label={t('packets.hash')} value={hash} />
      {seed === null ? (
        <p className="text-small text-mut">{t('packets.seedLater')}</p>
      ) : (
        <CopyRow label={t('packets.seed')} value={seed} />
      )}
      {mine && (
        <p className="num">
          {t('packets.place')}: {count(mine.place)}
          <br />
          {t('packets.mine', { amount: money(mine.amount, packet.currency_name) })}
        </p>
      )}
      <p className="text-small text-mut">{t('packets.randomRule')}</p>
    </div>
  )
}
