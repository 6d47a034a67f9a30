import { canVibrate } from '@btbc/ui/haptics.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Switch } from '@btbc/ui/Switch.tsx'
import { lazy, useState } from 'react'

import { currentLanguage, languages } from '#i18n/language.ts'
import { useText } from '#i18n/text.ts'
import {
  areGainsRed,
  areHapticsOn,
  chooseHaptics,
  chooseLeftHanded,
  isLeftHanded,
  chooseRedGains,
} from '#preferences.ts'
import { ActionRow } from '#shell/ActionRow.tsx'
import { Section } from '#shell/Section.tsx'
import { chooseTheme, useChosenTheme } from '#theme.ts'

const LanguageList = lazy(async () => ({
  default: (await import('#shell/LanguageList.tsx')).LanguageList,
}))

/** How the app looks and speaks on this device. */
export function Settings() {
  const t = useText()
  return (
    <Section title={t('settings.settings')}>
      <div className="card divide-y divide-line px-4">
        <LanguageChoice />
        <ThemeChoice />
        <GainsSwitch />
        <LeftHandSwitch />
        {canVibrate() && <HapticsSwitch />}
      </div>
    </Section>
  )
}

function LanguageChoice() {
  const t = useText()
  const [choosing, setChoosing] = useState(false)
  const language = currentLanguage()
  return (
    <div>
      <ActionRow
        label={t('shell.language')}
        detail={<span lang={languages[language].tag}>{languages[language].name}</span>}
        onClick={() => setChoosing(true)}
      />
      {language !== 'en' && (
        <p className="pb-3 text-small text-sub">{t('settings.machineTranslation')}</p>
      )}
      <Sheet open={choosing} onOpenChange={setChoosing} title={t('shell.language')}>
        <LanguageList onChosen={() => setChoosing(false)} />
      </Sheet>
    </div>
  )
}

function ThemeChoice() {
  const t = useText()
  const theme = useChosenTheme()
  return (
    <div className="grid gap-2 py-3">
      <span aria-hidden>{t('settings.theme')}</span>
      <Segmented
        legend={t('settings.theme')}
        options={[
          { value: 'night', label: t('settings.night') },
          { value: 'day', label: t('settings.day') },
          { value: 'system', label: t('settings.system') },
        ]}
        value={theme}
        onChange={chooseTheme}
      />
    </div>
  )
}

function GainsSwitch() {
  const t = useText()
  const [red, setRed] = useState(areGainsRed)
  return (
    <Switch
      label={t('settings.redGains')}
      hint={t('settings.redGainsHint')}
      checked={red}
      onChange={(wanted) => {
        chooseRedGains(wanted)
        setRed(wanted)
      }}
    />
  )
}

function LeftHandSwitch() {
  const t = useText()
  const [left, setLeft] = useState(isLeftHanded)
  return (
    <Switch
      label={t('settings.leftHand')}
      hint={t('settings.leftHandHint')}
      checked={left}
      onChange={(wanted) => {
        chooseLeftHanded(wanted)
        setLeft(wanted)
      }}
    />
  )
}

function HapticsSwitch() {
  const t = useText()
  const [on, setOn] = useState(areHapticsOn)
  return (
    <Switch
      label={t('settings.haptics')}
      hint={t('settings.hapticsHint')}
      checked={on}
      onChange={(wanted) => {
        chooseHaptics(wanted)
        setOn(wanted)
      }}
    />
  )
}
