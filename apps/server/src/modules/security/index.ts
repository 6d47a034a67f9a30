/** The door of security: what other rooms use of it. */

export { tellOfChange } from './changes.ts'
export { freezeByHouse, unfreezeByHouse } from './freeze.ts'
export { paysKnownOnly } from './known-receivers.ts'
export { factorsOf, hasPinAndFactor, isProtected, methodsOf } from './methods.ts'
export { closePasskeys } from './passkey-proof.ts'
export { removeFactors, whichFactors } from './removal.ts'
export { giveSampleFactors, readSampleSecret } from './sample-factors.ts'
export { refuseFrozen, requireStepUp } from './step-up.ts'
export { withdrawalsWait, withdrawalsWaitUntil } from './withdrawal-wait.ts'
export { listWrongCodes } from './wrong-codes.ts'
