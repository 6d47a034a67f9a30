import type { listMarkets } from '@btbc/contract/exchange.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { ChevronRight } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { Picture } from '#content/Picture.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { NEWS } from '#content/categories.ts'
import { rememberedPair, useMarkets, useMoving } from '#markets/markets.ts'
import { PairFacts } from '#markets/PairFacts.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

/** What is traded, and what is announced. */
export function MarketScreen() {
  const t = useText()
  const news = useCall(listArticles, { c_id: NEWS })
  return (
    <Page title={t('shell.market')}>
      <Pairs />
      <AppLink to={paths.exchange()} className={buttonClass()}>
        {t('exchange.trade', { pair: rememberedPair() })}
      </AppLink>
      <Section title={t('content.announcements')}>
        <Loaded query={news} skeleton={<NewsSkeleton />}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty card>{t('content.noAnnouncements')}</Empty>
            ) : (
              <ul className="grid grid-cols-1 gap-3">
                {list.map((item) => (
                  <li key={item.id}>
                    <NewsCard item={item} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
    </Page>
  )
}

/** Each pair leads to its book. */
function Pairs() {
  const t = useText()
  const quotations = useMarkets()
  return (
    <Section title={t('exchange.pairs')}>
      <div className="card px-4">
        <Loaded query={quotations} skeleton={<Skeleton className="my-4 h-52" />}>
          {(answer) => <PairRows quotations={answer} />}
        </Loaded>
      </div>
    </Section>
  )
}

function PairRows({ quotations }: { quotations: Answer<typeof listMarkets> }) {
  const t = useText()
  const markets = useMoving(quotations)
  if (markets.length === 0) return <Empty>{t('exchange.noMarket')}</Empty>
  return (
    <>
      <ul>
        {markets.map((market) => (
          <li key={market.currency_id} className="border-b border-line last:border-b-0">
            <AppLink
              to={paths.exchange(market.currency_id)}
              className="press flex min-h-16 items-center gap-3"
            >
              <PairFacts market={market} />
              <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
            </AppLink>
          </li>
        ))}
      </ul>
      {markets.some(({ simulated }) => simulated) && (
        <p className="border-t border-line py-3 text-small text-sub">{t('exchange.simulated')}</p>
      )}
    </>
  )
}

type NewsItem = Answer<typeof listArticles>['list'][number]

function NewsCard({ item }: { item: NewsItem }) {
  const formats = useFormats()
  return (
    <AppLink
      to={paths.article(item.id)}
      className="card press flex flex-wrap items-start gap-4 p-4"
    >
      <Picture
        src={item.thumbnail}
        alt=""
        width={72}
        height={72}
        className="size-18 shrink-0 rounded-control object-cover"
      />
      <span className="grid min-w-0 flex-1 basis-32 gap-1">
        <span className="font-semibold">{item.title}</span>
        <span className="text-small text-mut">{item.summary}</span>
        <time dateTime={item.create_time} className="num text-small text-sub">
          {formats.date(item.create_time)}
        </time>
      </span>
    </AppLink>
  )
}

function NewsSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-26" />
      <Skeleton className="h-26" />
      <Skeleton className="h-26" />
    </div>
  )
}
