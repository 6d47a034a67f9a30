import { isCovered } from '@btbc/ui/covers.ts'
import { IconButton } from '@btbc/ui/IconButton.tsx'
import { useWords } from '@btbc/ui/words.ts'
import { useMatches, useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'

import { useBack } from '#shell/useBack.ts'

/** Closes a screen that is presented as a dialog, as Escape does. The link it was opened by has the focus again. */
export function CloseButton() {
  const words = useWords()
  const close = useBack()
  useEscape(close)
  useFocusBack()
  return (
    <IconButton label={words.close} onClick={close} className="-ml-2.5">
      <X size={22} aria-hidden />
    </IconButton>
  )
}

function useEscape(close: () => void): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    const listen = ({ key, isComposing }: KeyboardEvent) => {
      if (key === 'Escape' && !isComposing && !isCovered()) closeNow()
    }
    // Before a sheet hears of it, which is gone by then.
    addEventListener('keydown', listen, true)
    return () => removeEventListener('keydown', listen, true)
  }, [])
}

function useFocusBack(): void {
  const router = useRouter()
  const screen = useMatches({ select: (matches) => matches.at(-1)?.id })
  useEffect(() => {
    const { href, state } = router.state.location
    const { __TSR_index: depth } = state
    const giveBack = () => {
      const { location, matches } = router.state
      const { __TSR_index: depthNow } = location.state
      if (depthNow >= depth || matches.at(-1)?.id === screen) return
      const opener = document.querySelector(`main a[href="${CSS.escape(href)}"]`)
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
    // After the heading of the screen below has taken it, as after any navigation.
    return () => void setTimeout(giveBack)
  }, [router, screen])
}
