import { listModels } from '@btbc/contract/mining.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Cpu } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useReview } from '#confirming/useReview.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { BuyMachine } from '#screens/shop/BuyMachine.tsx'
import { ModelCard, type Model } from '#screens/shop/ModelCard.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

/** Machines for sale: price, what they give, how many are left. */
export function ShopScreen() {
  const t = useText()
  const models = useCall(listModels)
  return (
    <Page title={t('home.shop')}>
      <p className="text-mut">{t('mining.shopIntro')}</p>
      <Loaded query={models} skeleton={<ShopSkeleton />}>
        {(list) =>
          list.length > 0 ? <Shelf models={list} /> : <Empty card>{t('mining.shopEmpty')}</Empty>
        }
      </Loaded>
      <nav aria-label={t('home.more')} className="card px-4">
        <LinkRow to={paths.machines()} Icon={Cpu} label={t('home.myMachines')} />
      </nav>
    </Page>
  )
}

function Shelf({ models }: { models: readonly Model[] }) {
  const review = useReview<Model>()
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {models.map((model) => (
          <ModelCard key={model.id} model={model} onBuy={() => review.ask(model)} />
        ))}
      </ul>
      {review.asked && <BuyMachine key={review.opening} model={review.asked} {...review.sheet} />}
    </>
  )
}

function ShopSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  )
}
