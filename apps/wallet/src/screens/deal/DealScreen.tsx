import { CallRefused } from '@btbc/client/client.ts'
import { readDeal } from '@btbc/contract/deal.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import type { Deal } from '#deals/deal-words.ts'
import { Misuse } from '#deals/Misuse.tsx'
import { useText } from '#i18n/text.ts'
import { idIn, paths } from '#paths.ts'
import { PayeeDetails } from '#payees/PayeeDetails.tsx'
import { Fold } from '@btbc/ui/Fold.tsx'
import { AfterPaid } from '#screens/deal/AfterPaid.tsx'
import { Block } from '#screens/deal/Block.tsx'
import { DealFacts } from '#screens/deal/DealFacts.tsx'
import { Messages } from '#screens/deal/Messages.tsx'
import { Outcome } from '#screens/deal/Outcome.tsx'
import { Paying } from '#screens/deal/Paying.tsx'
import { Pinned } from '#screens/deal/Pinned.tsx'
import { Steps } from '#screens/deal/Steps.tsx'
import { Turn } from '#screens/deal/Turn.tsx'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

/** The server says when a deal goes on; this is for what was not heard. */
const SYNC_MS = 20_000

/** Only a seller has anything to release. */
const ConfirmSale = lazy(async () => ({
  default: (await import('#screens/deal/ConfirmSale.tsx')).ConfirmSale,
}))

/** Nobody has anything to rate before a deal is over. */
const Rating = lazy(async () => ({
  default: (await import('#screens/deal/Rating.tsx')).Rating,
}))

/** One deal, for its buyer and its seller: where it stands, whose turn it is, and what they can do. */
export function DealScreen() {
  const t = useText()
  const number = idIn(useSearch({ strict: false }).id) ?? 0
  const deal = useCall(
    readDeal,
    { id: number },
    {
      enabled: number > 0,
      refetchInterval: ({ state: { data } }) =>
        data && data.next.who !== 'nobody' ? SYNC_MS : false,
    },
  )
  const isMissing = deal.error instanceof CallRefused && deal.error.code === 'deal_not_found'
  return (
    <Page
      title={t('deal.title')}
      heading={number === 0 ? t('deal.title') : `${t('deal.title')} #${number}`}
    >
      {number === 0 || isMissing ? (
        <Empty
          card
          action={
            <AppLink to={paths.deals()} className={linkClass}>
              {t('buy.deals')}
            </AppLink>
          }
        >
          {t('deal.notFound')}
        </Empty>
      ) : (
        <Loaded query={deal} skeleton={skeleton}>
          {(data) => (
            <Suspense fallback={skeleton}>
              <Open read={data} />
            </Suspense>
          )}
        </Loaded>
      )}
    </Page>
  )
}

const skeleton = <Skeleton className="h-dvh" />

function Open({ read }: { read: Deal }) {
  const t = useText()
  // What is on the screen stays until the code for the next state is there.
  const deal = useDeferredValue(read)
  const { own, theirs } = deal.ratings
  return (
    <>
      <Steps step={deal.step} isOver={deal.is_sure === 2} />
      <Turn deal={deal} />
      {deal.outcome === null && <Pinned deal={deal} />}
      {deal.outcome && <Outcome deal={deal} />}
      {deal.payee && deal.state === 'open' && (
        <Section title={t('deal.payee')}>
          <PayeeDetails payee={deal.payee} />
        </Section>
      )}
      {(deal.can.pay || deal.can.cancel) && <Paying deal={deal} />}
      {deal.side === 'seller' && <ConfirmSale deal={deal} />}
      <AfterPaid deal={deal} />
      {deal.payee && deal.state !== 'open' && (
        <Fold title={t('deal.paidTo')}>
          <PayeeDetails payee={deal.payee} />
        </Fold>
      )}
      {(deal.can.rate || own || theirs) && <Rating deal={deal} />}
      <Messages deal={deal} />
      {deal.side === 'buyer' && <Misuse misuse={deal.misuse} />}
      <DealFacts deal={deal} />
      <Block deal={deal} />
      {deal.is_simulated && <TestNote>{t('deal.simulated')}</TestNote>}
    </>
  )
}
