import { say } from '@btbc/contract/operator/operator-text.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Link } from '@tanstack/react-router'

import { paths } from '#paths.ts'
import { Page } from '#shell/Page.tsx'

export function NotFound() {
  return (
    <main id="content" className="px-4">
      <Page title={say('shell.nothingHere')}>
        <Empty
          action={
            <Link to={paths.overview()} className={buttonClass({ size: 'medium' })}>
              {say('shell.toOverview')}
            </Link>
          }
        >
          {say('shell.noAddress')}
        </Empty>
      </Page>
    </main>
  )
}
