import { listAttestations } from '@btbc/contract/proof.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { CheckYourself } from '#screens/proof/CheckYourself.tsx'
import { CoverageOverTime } from '#screens/proof/CoverageOverTime.tsx'
import { Newest } from '#screens/proof/Newest.tsx'
import { Roots } from '#screens/proof/Roots.tsx'
import { CannotCheck, checkNewest } from '#screens/proof/verifier.ts'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'
import { ensureMember, isLoggedIn } from '#session.ts'
import { BooksNow } from '#solvency/BooksNow.tsx'
import { stored } from '#storage.ts'

const REFRESH_MS = 60_000
/** A week of hours. */
const PLOTTED = 168

/** What the house signs each hour, checked here and by whoever wants to. */
export function ProofScreen() {
  const t = useText()
  const isMember = isLoggedIn()
  const list = useCall(listAttestations, { limit: PLOTTED }, { refetchInterval: REFRESH_MS })
  const newest = list.data?.list[0]?.number ?? 0
  const checked = useQuery({
    queryKey: ['checked proof', newest, isMember],
    queryFn: async () => await checkNewest(isMember ? await ownNumber() : undefined),
    enabled: list.data !== undefined,
    retry: false,
  })
  const isKnown = list.isError || !checked.isPending
  return (
    <Page title={t('proof.title')}>
      <p className="-mt-3 text-mut">{t('proof.what')}</p>
      {checked.error instanceof CannotCheck && <Banner tone="warn">{t('proof.unable')}</Banner>}
      {list.data !== undefined && !(checked.error instanceof CannotCheck) && (
        <Loaded query={checked} skeleton={<Skeleton className="h-dvh" />}>
          {(found) => (found ? <Newest checked={found} /> : <Banner>{t('proof.none')}</Banner>)}
        </Loaded>
      )}
      <Loaded query={list} skeleton={<Skeleton className="h-dvh" />}>
        {({ list: rows }) =>
          isKnown &&
          rows.length > 0 && (
            <>
              <CoverageOverTime rows={rows.toReversed()} />
              <Roots rows={rows} />
            </>
          )
        }
      </Loaded>
      {/* Only below what it would be pushed down by. */}
      {isKnown && (
        <>
          <BooksNow />
          <CheckYourself />
          <nav aria-label={t('home.more')} className="card px-4">
            <LinkRow to={paths.lab()} Icon={FlaskConical} label={t('proof.lab')} />
          </nav>
        </>
      )}
    </Page>
  )
}

/** The number that both leaves have to carry: kept from the login, and not taken from the proof. */
async function ownNumber(): Promise<number> {
  await ensureMember()
  return Number(stored('user_id'))
}
