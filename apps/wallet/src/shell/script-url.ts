/** Our own workers, as they are called once they are built. */
const WORKER = /^\/(sw|push-worker|static\/lab\.worker-[\w-]+)\.js$/

/** Where Trusted Types are enforced, an address of a script needs a policy that vouches for it. */
export function scriptUrl(url: string): string {
  const policy = window.trustedTypes?.createPolicy('btbc-workers', {
    createScriptURL: (wanted) => {
      if (import.meta.env.PROD && !WORKER.test(wanted)) throw new TypeError('only our own workers')
      return wanted
    },
  })
  return policy ? policy.createScriptURL(url) : url
}
