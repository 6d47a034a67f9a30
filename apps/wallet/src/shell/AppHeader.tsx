import { ArrowLeft, Globe, Headset, LogOut, Moon, Sun } from 'lucide-react'
import { lazy, useState } from 'react'

import { IconButton } from '@btbc/ui/IconButton.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { useLogOut } from '#shell/useLogOut.ts'
import { chooseTheme, useShownTheme } from '#theme.ts'

const LanguageList = lazy(async () => ({
  default: (await import('#shell/LanguageList.tsx')).LanguageList,
}))

type AppHeaderProps = {
  /** What stands at the start. */
  start: 'name' | 'back' | 'nothing'
  /** What else this visitor or member can do here. */
  action?: 'theme' | 'logOut' | undefined
}

/** The way home, the language, and somebody to ask: at the same place on every screen. */
export function AppHeader({ start, action }: AppHeaderProps) {
  const t = useText()
  const [choosing, setChoosing] = useState(false)
  return (
    <header className="flex h-14 items-center gap-1 px-4">
      <div className="mr-auto">
        {start === 'name' && (
          <span className="text-[1.0625rem] font-semibold tracking-wide">BTBC</span>
        )}
        {start === 'back' && (
          <AppLink
            to={paths.home()}
            aria-label={t('shell.back')}
            className="press -ml-2.5 grid size-11 place-items-center rounded-control"
          >
            <ArrowLeft size={22} aria-hidden />
          </AppLink>
        )}
      </div>
      {action === 'theme' && <ThemeButton />}
      {action === 'logOut' && <LogOutButton />}
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

function ThemeButton() {
  const t = useText()
  const next = useShownTheme() === 'night' ? 'day' : 'night'
  return (
    <IconButton
      label={next === 'day' ? t('shell.toDay') : t('shell.toNight')}
      onClick={() => chooseTheme(next)}
    >
      {next === 'day' ? <Sun size={22} aria-hidden /> : <Moon size={22} aria-hidden />}
    </IconButton>
  )
}

function LogOutButton() {
  const t = useText()
  const { logOut } = useLogOut()
  return (
    <IconButton label={t('shell.logOut')} onClick={logOut}>
      <LogOut size={22} aria-hidden />
    </IconButton>
  )
}
