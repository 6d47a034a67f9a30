import { listPackets } from '@btbc/contract/packet.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { ReceiptText } from 'lucide-react'

import { send } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { PacketCard } from '#screens/redeem/PacketCard.tsx'
import { RedeemForm } from '#screens/redeem/RedeemForm.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'
import { Section } from '#shell/Section.tsx'

const PER_PAGE = 20

/** A code is opened here, and every red packet that was published can be looked at. */
export function RedeemScreen() {
  const t = useText()
  const pages = usePages({
    call: listPackets,
    limit: PER_PAGE,
    readPage: (page, signal) => send(listPackets, { page, limit: PER_PAGE }, { signal }),
  })
  return (
    <Page title={t('packets.title')}>
      <RedeemForm />
      <Section title={t('packets.published')}>
        <PagedRows pages={pages} skeleton={<Skeleton className="h-60" />} empty={t('packets.none')}>
          {(packet) => <PacketCard key={packet.id} packet={packet} />}
        </PagedRows>
      </Section>
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow
          to={paths.statement('micro', currencies.BTBC.id)}
          Icon={ReceiptText}
          label={t('points.toStatement')}
        />
      </nav>
    </Page>
  )
}
