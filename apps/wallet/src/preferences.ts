import { setHaptics } from '@btbc/ui/haptics.ts'

import { forget, store, stored } from '#storage.ts'

/** Small choices of this device, besides theme and language. */

export function areGainsRed(): boolean {
  return stored('gains') === 'red'
}

export function chooseRedGains(red: boolean): void {
  if (red) store('gains', 'red')
  else forget('gains')
  applyPreferences()
}

export function areHapticsOn(): boolean {
  return stored('haptics') !== 'off'
}

export function chooseHaptics(on: boolean): void {
  if (on) forget('haptics')
  else store('haptics', 'off')
  applyPreferences()
}

/** Where the thumb is: the exchange then has its ticket on the right. */
export function isLeftHanded(): boolean {
  return stored('hand') === 'left'
}

export function chooseLeftHanded(left: boolean): void {
  if (left) store('hand', 'left')
  else forget('hand')
}

/** At start, and after a choice. */
export function applyPreferences(): void {
  if (areGainsRed()) document.documentElement.dataset.gains = 'red'
  else delete document.documentElement.dataset.gains
  setHaptics(areHapticsOn())
}
