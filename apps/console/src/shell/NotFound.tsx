import { Empty } from '@btbc/ui/Empty.tsx'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Link } from '@tanstack/react-router'

import { paths } from '#paths.ts'
import { Page } from '#shell/Page.tsx'

export function NotFound() {
  return (
    <main id="content" className="px-4">
      <Page title="Nothing here">
        <Empty
          action={
            <Link to={paths.overview()} className={buttonClass({ size: 'medium' })}>
              To the overview
            </Link>
          }
        >
          There is nothing at this address.
        </Empty>
      </Page>
    </main>
  )
}
