import { IconButton } from '@btbc/ui/IconButton.tsx'
import { Moon, Sun } from 'lucide-react'

import { useText } from '#i18n/text.ts'
import { chooseTheme, useShownTheme } from '#theme.ts'

/** For who has no account yet: members choose on their account. */
export function ThemeButton() {
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
