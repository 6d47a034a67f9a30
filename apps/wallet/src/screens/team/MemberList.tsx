import { readTeam } from '@btbc/contract/mining.ts'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import { send } from '#api/call.ts'
import { Unheard } from '#api/Loaded.tsx'
import { usePages } from '#api/pages.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import type { Team } from '#mining/bonus.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Section } from '#shell/Section.tsx'

const PAGE_LIMIT = 50

type DirectMember = Team['one'][number]

const states = {
  active: { tone: 'good', name: 'team.active' },
  inactive: { tone: 'idle', name: 'team.inactive' },
  unverified: { tone: 'waiting', name: 'settings.notVerified' },
} as const

/** Who joined by the member's own code; names are masked by the server. */
export function MemberList({ team }: { team: Team }) {
  const t = useText()
  const { count, date } = useFormats()
  const pages = useMembers()
  // The newest came with the team, and stand there when nothing more can be asked for.
  const members = pages.data ? pages.rows : team.one
  return (
    <Section title={t('team.members')}>
      {members.length === 0 ? (
        <Empty
          card
          action={
            <AppLink to={paths.share()} className={buttonClass()}>
              {t('team.inviteFirst')}
            </AppLink>
          }
        >
          {t('team.noMembers')}
        </Empty>
      ) : (
        <ol className="card px-4">
          {members.map((member, index) => (
            <li
              key={member.id}
              className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-3 [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] last:border-b-0"
            >
              <span className="num min-w-6 text-small text-sub">{count(index + 1)}</span>
              <span className="grid min-w-0 flex-1 basis-32">
                <span className="break-all">{member.display_name}</span>
                <span className="num text-small text-sub">
                  {t('team.joined', { date: date(member.created_at) })}
                </span>
                {member.reward && <Reward reward={member.reward} />}
              </span>
              <StatusPill tone={states[member.status].tone}>
                {t(states[member.status].name)}
              </StatusPill>
            </li>
          ))}
        </ol>
      )}
      <Unheard query={pages} />
      {pages.hasNextPage && (
        <Button
          variant="ghost"
          size="medium"
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('team.moreMembers')}
        </Button>
      )}
      <p className="text-small text-mut">{t('team.howActive')}</p>
    </Section>
  )
}

const rewards = {
  promised: 'team.rewardPromised',
  due: 'team.rewardDue',
  held: 'team.rewardHeld',
  paid: 'team.rewardPaid',
  lapsed: 'team.rewardLapsed',
  unfunded: 'team.rewardNone',
} as const

/** What this member brings the one who invited them, and by when. */
function Reward({ reward }: { reward: NonNullable<DirectMember['reward']> }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { state, starts, runs, at } = reward
  const date = at === null ? '' : dateTime(at)
  return (
    <span className="num text-small text-sub">{t(rewards[state], { starts, runs, date })}</span>
  )
}

function useMembers() {
  return usePages<DirectMember>({
    call: readTeam,
    limit: PAGE_LIMIT,
    readPage: async (page, signal) => {
      const { team } = await send(readTeam, { limit: PAGE_LIMIT, page }, { signal })
      return { list: team.one, total: team.direct }
    },
  })
}
