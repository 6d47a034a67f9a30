import { useSyncExternalStore } from 'react'

const wide = () => matchMedia('(min-width: 768px)')

function subscribe(listener: () => void): () => void {
  const query = wide()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True where both steps fit on one page. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide().matches)
}
