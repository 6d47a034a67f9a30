import { listCampaigns, readCampaign } from '@btbc/contract/campaign.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useSearch } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { type Say, useText } from '#i18n/text.ts'
import { idIn, paths } from '#paths.ts'
import { Awards } from '#screens/campaign/Awards.tsx'
import { Budgets } from '#screens/campaign/Budgets.tsx'
import { DrawCheck } from '#screens/campaign/DrawCheck.tsx'
import { Leaders } from '#screens/campaign/Leaders.tsx'
import { Prizes } from '#screens/campaign/Prizes.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { Section } from '#shell/Section.tsx'

type Whole = Answer<typeof readCampaign>
type Campaign = NonNullable<Whole['campaign']>
export type { Campaign, Whole }

/** Others' invites count while one looks. */
const SYNC_MS = 30_000
const EARLIER = 20

const tones = {
  coming: 'waiting',
  running: 'active',
  counting: 'waiting',
  ended: 'good',
  closed: 'idle',
} as const

/** A campaign with its rules, one's own place, the leaderboard, its prizes and its draw. */
export function CampaignScreen() {
  const t = useText()
  const id = idIn(useSearch({ strict: false }).id)
  const query = useCall(readCampaign, id === undefined ? {} : { id }, { refetchInterval: SYNC_MS })
  return (
    <Page title={t('campaign.title')}>
      <Loaded query={query} skeleton={<Skeleton className="h-dvh" />}>
        {(whole) =>
          whole.campaign === null ? (
            <Empty card>{t('campaign.none')}</Empty>
          ) : (
            <Parts whole={whole} campaign={whole.campaign} />
          )
        }
      </Loaded>
      {/* Only below what it would be pushed down by. */}
      {!query.isPending && <Earlier shown={query.data?.campaign?.id} />}
    </Page>
  )
}

function titleOf(t: Say, { sample, title }: Pick<Campaign, 'sample' | 'title'>): string {
  return sample ? t('campaign.sampleTitle') : title
}

function Parts({ whole, campaign }: { whole: Whole; campaign: Campaign }) {
  const { mine, leaders } = whole
  return (
    <>
      <Head campaign={campaign} />
      <Standing mine={mine} campaign={campaign} />
      {mine.awards.length > 0 && <Awards awards={mine.awards} prizes={campaign.prizes} />}
      <Leaders leaders={leaders} mine={mine} isOver={isOver(campaign)} />
      <Prizes campaign={campaign} claims={mine.claims} />
      <Budgets campaign={campaign} />
      <DrawCheck campaign={campaign} />
    </>
  )
}

function Head({ campaign }: { campaign: Campaign }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { phase, sample, rules, starts_at: from, ends_at: until } = campaign
  return (
    <section aria-labelledby="campaign-title" className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="campaign-title" className="min-w-0 text-section font-semibold wrap-anywhere">
          {titleOf(t, campaign)}
        </h2>
        <StatusPill tone={tones[phase]}>{t(`campaign.${phase}`)}</StatusPill>
      </div>
      <p className="num text-small text-mut">
        {t('campaign.dates', { from: dateTime(from), until: dateTime(until) })}
      </p>
      <p className="whitespace-pre-line wrap-anywhere">
        {sample ? t('campaign.sampleRules') : rules}
      </p>
      <p className="text-small text-mut">{t('campaign.howCounted')}</p>
    </section>
  )
}

/** Nobody's invites are counted any more. */
function isOver({ phase }: Campaign): boolean {
  return phase === 'ended' || phase === 'closed'
}

type StandingProps = { mine: Whole['mine']; campaign: Campaign }

function Standing({ mine, campaign }: StandingProps) {
  const t = useText()
  const { count } = useFormats()
  const { place, invites, ticket } = mine
  const isOpen = campaign.phase === 'running' || campaign.phase === 'coming'
  return (
    <section aria-labelledby="campaign-place" className="card grid gap-1 px-4 pt-4">
      <h2 id="campaign-place" className="text-small text-mut">
        {t('campaign.place')}
      </h2>
      <p className="num text-amount font-semibold">
        {place === null
          ? t(isOver(campaign) ? 'campaign.noneCounted' : 'campaign.noPlace')
          : t('campaign.placeOf', { place: count(place), entrants: count(campaign.entrants) })}
      </p>
      {place !== null && <p className="num">{t('campaign.invites', { invites })}</p>}
      {ticket !== null && (
        <div className="mt-2">
          <p className="text-small text-mut">{t('campaign.ticket')}</p>
          <p className="num font-semibold wrap-anywhere">{ticket}</p>
          <p className="text-small text-sub">{t('campaign.ticketHint')}</p>
        </div>
      )}
      <nav aria-label={t('campaign.invite')} className="mt-2 border-t border-line">
        {isOpen ? (
          <LinkRow to={paths.share()} Icon={Share2} label={t('campaign.invite')} />
        ) : (
          <LinkRow to={paths.team()} label={t('home.team')} />
        )}
      </nav>
    </section>
  )
}

function Earlier({ shown }: { shown: number | undefined }) {
  const t = useText()
  const { date } = useFormats()
  const { data } = useCall(listCampaigns, { limit: EARLIER })
  const others = data?.list.filter(({ id }) => id !== shown) ?? []
  return (
    <Section title={t('campaign.earlier')}>
      <nav aria-label={t('campaign.earlier')} className="card divide-y divide-line px-4">
        {others.map((each) => (
          <LinkRow
            key={each.id}
            to={paths.campaign(each.id)}
            label={titleOf(t, each)}
            detail={date(each.ends_at)}
          />
        ))}
        <LinkRow to={paths.article('activities')} label={t('content.archive')} />
      </nav>
    </Section>
  )
}
