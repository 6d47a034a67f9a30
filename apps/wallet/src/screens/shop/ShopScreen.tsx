import { Empty } from '@btbc/ui/Empty.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { Cpu } from 'lucide-react'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { BuyMachine } from '#screens/shop/BuyMachine.tsx'
import { ModelCard, type Model } from '#screens/shop/ModelCard.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

/** Machines for sale: price, what they give, how many are left. */
export function ShopScreen() {
  const t = useText()
  const models = useCall('/machine/list')
  return (
    <Page title={t('mining.shop')}>
      <p className="text-mut">{t('mining.shopIntro')}</p>
      <Loaded query={models} skeleton={<ShopSkeleton />}>
        {(list) =>
          list.length > 0 ? (
            <Shelf models={list} />
          ) : (
            <div className="card">
              <Empty>{t('mining.shopEmpty')}</Empty>
            </div>
          )
        }
      </Loaded>
      <nav aria-label={t('home.more')} className="card px-4">
        <LinkRow
          to={paths.machines()}
          icon={<Cpu size={20} aria-hidden className="text-mut" />}
          label={t('mining.myMachines')}
        />
      </nav>
    </Page>
  )
}

function Shelf({ models }: { models: readonly Model[] }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  // Kept while the sheet closes; every opening is a purchase of its own with its own key.
  const [asked, setAsked] = useState<{ model: Model; time: number }>()
  const [paying, setPaying] = useState(false)
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {models.map((model) => (
          <ModelCard
            key={model.id}
            model={model}
            onBuy={() => {
              setAsked({ model, time: (asked?.time ?? 0) + 1 })
              setOpen(true)
            }}
          />
        ))}
      </ul>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        dismissible={!paying}
        title={asked ? t('mining.buyTitle', { name: asked.model.name }) : ''}
      >
        {asked && (
          <BuyMachine
            key={asked.time}
            model={asked.model}
            onPaying={setPaying}
            onClose={() => setOpen(false)}
          />
        )}
      </Sheet>
    </>
  )
}

function ShopSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  )
}
