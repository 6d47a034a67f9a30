import { isCovered } from '@btbc/ui/covers.ts'
import { useRouter } from '@tanstack/react-router'

import { parentOf } from '#paths.ts'

/** Takes away what lies over the page; else to where one came from, or one step up. */
export function useBack(): () => void {
  const router = useRouter()
  return () => {
    const { pathname, searchStr } = router.state.location
    if (isCovered() || router.history.canGoBack() || browserCanGoBack()) router.history.back()
    else void router.navigate({ href: parentOf(pathname, searchStr), replace: true })
  }
}

/** Also behind a link that took the place of a sheet. Not every browser says. */
function browserCanGoBack(): boolean {
  const { navigation } = window as { navigation?: { canGoBack?: boolean } }
  return navigation?.canGoBack === true
}
