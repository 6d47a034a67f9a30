/** Vitest's global setup of the journeys. */
export { unpackBrowser as setup } from '#browser.ts'
