import { use, type ComponentType } from 'react'

/**
 * A screen whose file is fetched when somebody goes there, or is about to. One that does not come is
 * an error of the screen, and of nobody who only came near: no page is loaded anew for it.
 */
export function fetched<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  let Screen: ComponentType | undefined
  let coming: Promise<void> | undefined
  const fetchOnce = () =>
    (coming ??= load().then((file) => {
      Screen = file[name]
    }))

  function Fetched() {
    if (!Screen) use(fetchOnce())
    return Screen && <Screen />
  }
  // What did not come ahead is asked for once more by who goes there.
  Fetched.preload = () =>
    fetchOnce().catch(() => {
      coming = undefined
    })
  return Fetched
}
