import { say } from '@btbc/contract/operator/operator-text.ts'
import { Switch } from '@btbc/ui/Switch.tsx'

import { switchShortcuts, useShortcutsOn } from '#desk/shortcuts.ts'

/** Says which keys there are, and takes them away. A phone has none. */
export function ShortcutSwitch({ hint }: { hint: string }) {
  const on = useShortcutsOn()
  return (
    <div className="max-lg:hidden">
      <Switch label={say('desk.keys')} hint={hint} checked={on} onChange={switchShortcuts} />
    </div>
  )
}
