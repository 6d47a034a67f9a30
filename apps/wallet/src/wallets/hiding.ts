import { useState } from 'react'

import { store, stored } from '#storage.ts'

export const COVER = '••••••'

/** Amounts covered from eyes beside the phone; remembered on this device. */
export function useHiding(): { hidden: boolean; toggle: () => void } {
  const [hidden, setHidden] = useState(() => stored('amounts_hidden') === 'yes')
  function toggle() {
    store('amounts_hidden', hidden ? 'no' : 'yes')
    setHidden(!hidden)
  }
  return { hidden, toggle }
}
