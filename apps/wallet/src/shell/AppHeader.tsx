import { ArrowLeft, CircleUserRound, Globe, Headset } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { IconButton } from '@btbc/ui/IconButton.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { useBack } from '#shell/useBack.ts'

const LanguageList = lazy(async () => ({
  default: (await import('#shell/LanguageList.tsx')).LanguageList,
}))

const CloseButton = lazy(async () => ({
  default: (await import('#shell/CloseButton.tsx')).CloseButton,
}))

const ThemeButton = lazy(async () => ({
  default: (await import('#shell/ThemeButton.tsx')).ThemeButton,
}))

type AppHeaderProps = {
  /** What stands at the start. */
  start: 'name' | 'back' | 'close'
  /** What else this visitor or member can do here. */
  action: 'theme' | 'account'
}

/** The way back, the account, the language, and somebody to ask: at the same place on every screen. */
export function AppHeader({ start, action }: AppHeaderProps) {
  const t = useText()
  const [choosing, setChoosing] = useState(false)
  return (
    <header className="flex h-14 items-center gap-1 px-4">
      <div className="mr-auto">
        {start === 'name' && <span className="text-section font-semibold tracking-wide">BTBC</span>}
        {start === 'back' && <BackButton />}
        {start === 'close' && (
          <Suspense>
            <CloseButton />
          </Suspense>
        )}
      </div>
      {action === 'theme' && (
        <Suspense fallback={<span className="size-11" />}>
          <ThemeButton />
        </Suspense>
      )}
      {action === 'account' && (
        <AppLink
          to={paths.account()}
          aria-label={t('shell.account')}
          title={t('shell.account')}
          className="press grid size-11 place-items-center rounded-control aria-[current]:text-ac"
        >
          <CircleUserRound size={22} aria-hidden />
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

function BackButton() {
  const t = useText()
  const back = useBack()
  return (
    <IconButton label={t('shell.back')} onClick={back} className="-ml-2.5">
      <ArrowLeft size={22} aria-hidden />
    </IconButton>
  )
}
