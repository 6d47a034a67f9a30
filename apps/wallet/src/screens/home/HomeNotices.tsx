import { Banner } from '@btbc/ui/Banner.tsx'

import { type TextKey, useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink, linkClass } from '#shell/AppLink.tsx'

/** What keeps a member from mining, and the way out of it. Most members never load this file. */

export function Frozen() {
  return <Notice text="home.frozen" to={paths.security()} label="shell.toSecurity" />
}

export function NotVerified() {
  return <Notice text="home.verifyFirst" to={paths.account()} label="home.verifyLink" />
}

function Notice({ text, to, label }: { text: TextKey; to: string; label: TextKey }) {
  const t = useText()
  return (
    <Banner
      tone="warn"
      action={
        <AppLink to={to} className={linkClass}>
          {t(label)}
        </AppLink>
      }
    >
      {t(text)}
    </Banner>
  )
}
