import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatTile } from '@btbc/ui/StatTile.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Page } from '#shell/Page.tsx'

/** The member's mining at a glance. */
export function HomeScreen() {
  const t = useText()
  const formats = useFormats()
  const launches = useCall('/machine/get_free_times')
  return (
    <Page title={t('shell.home')} titleHidden>
      <Loaded query={launches} skeleton={<Skeleton className="h-28" />}>
        {({ free_times }) => (
          <StatTile label={t('home.startsLeft')} value={formats.count(free_times)} />
        )}
      </Loaded>
    </Page>
  )
}
