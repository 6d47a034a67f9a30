/** What no country has for a number is told while it is typed; the rest is the country's to judge. */
export function looksLikePhone(text: string): boolean {
  return /^[+\d\s().-]{4,32}$/.test(text) && text.replaceAll(/\D/g, '').length >= 4
}
