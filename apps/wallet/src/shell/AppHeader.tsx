import { ArrowLeft, Globe, Headset } from 'lucide-react'
import { lazy, useState } from 'react'

import { IconButton } from '@btbc/ui/IconButton.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'

const LanguageList = lazy(async () => ({
  default: (await import('#shell/LanguageList.tsx')).LanguageList,
}))

/** The way home, the language, and somebody to ask: at the same place on every screen. */
export function AppHeader({ atHome }: { atHome: boolean }) {
  const t = useText()
  const [choosing, setChoosing] = useState(false)
  return (
    <header className="flex h-14 items-center gap-1 px-4">
      {atHome ? (
        <span className="mr-auto text-[1.0625rem] font-semibold tracking-wide">BTBC</span>
      ) : (
        <AppLink
          to={paths.home()}
          aria-label={t('shell.back')}
          className="press mr-auto -ml-2.5 grid size-11 place-items-center rounded-control"
        >
          <ArrowLeft size={22} aria-hidden />
        </AppLink>
      )}
      <IconButton label={t('shell.language')} onClick={() => setChoosing(true)}>
        <Globe size={22} aria-hidden />
      </IconButton>
      <AppLink
        to={paths.support()}
        aria-label={t('shell.support')}
        title={t('shell.support')}
        className="press -mr-2.5 grid size-11 place-items-center rounded-control"
      >
        <Headset size={22} aria-hidden />
      </AppLink>
      <Sheet open={choosing} onOpenChange={setChoosing} title={t('shell.language')}>
        <LanguageList onChosen={() => setChoosing(false)} />
      </Sheet>
    </header>
  )
}
