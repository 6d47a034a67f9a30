import { useEffect } from 'react'

import { stored } from '#storage.ts'

/** What is on screen is read again when the server says that it changed, for whoever is logged in. */
export function useOwnEvents(): void {
  const token = stored('token')
  useEffect(() => {
    if (token === undefined) return undefined
    let leave: (() => void) | undefined
    let isOver = false
    void import('#live/own.ts').then(({ followMember }) => {
      if (!isOver) leave = followMember(token)
    })
    return () => {
      isOver = true
      leave?.()
    }
  }, [token])
}
