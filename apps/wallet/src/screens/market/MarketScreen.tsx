import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { Picture } from '#content/Picture.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { NEWS } from '#screens/articles/categories.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

/** What is announced. */
export function MarketScreen() {
  const t = useText()
  const news = useCall('/news/list', { c_id: NEWS })
  return (
    <Page title={t('content.market')}>
      <Section title={t('content.announcements')}>
        <Loaded query={news} skeleton={<NewsSkeleton />}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty>{t('content.noAnnouncements')}</Empty>
            ) : (
              <ul className="grid gap-3">
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

type NewsItem = Answer<'/news/list'>['list'][number]

function NewsCard({ item }: { item: NewsItem }) {
  const formats = useFormats()
  return (
    <AppLink to={paths.article(item.id)} className="card press flex items-start gap-4 p-4">
      <Picture
        src={item.thumbnail}
        alt=""
        width={72}
        height={72}
        className="size-18 shrink-0 rounded-control object-cover"
      />
      <span className="grid min-w-0 gap-1">
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
