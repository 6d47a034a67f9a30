import type { AnyRouter } from '@tanstack/react-router'

/**
 * One screen turns into the next as the browser draws it. A turn that another overtakes, or that a
 * busy machine leaves out, is none; of the router's own turns the browser says in the console that
 * they failed, since the router does not hear of it.
 */
export function animateTurns(router: AnyRouter): void {
  router.startViewTransition = async (change) => {
    const isWanted = router.shouldViewTransition ?? true
    delete router.shouldViewTransition
    if (!isWanted || !('startViewTransition' in document)) return await change()
    const { ready, updateCallbackDone } = document.startViewTransition(change)
    ready.catch(() => undefined)
    await updateCallbackDone
  }
}
