import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { paths } from '#paths.ts'
import { endSession } from '#session.ts'

/** Ends the session here and goes to the login. */
export function useLogOut() {
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  async function end() {
    setBusy(true)
    await endSession()
    await router.navigate({ href: paths.login(), replace: true })
    setBusy(false)
  }
  return { logOut: () => void end(), busy }
}
