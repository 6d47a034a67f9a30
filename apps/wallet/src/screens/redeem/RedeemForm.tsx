import { newKey } from '@btbc/client/client.ts'
import { receivePacket } from '@btbc/contract/packet.ts'
import { findCurrency } from '@btbc/money/currency.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { Gift } from 'lucide-react'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useSend } from '#api/query.ts'
import { Captcha } from '#forms/Captcha.tsx'
import { asksForPicture, useForm } from '#forms/useForm.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'

const fieldsOfRefusals = {
  packet_code_required: 'code',
  packet_unavailable: 'code',
  packet_taken: 'code',
  packet_ended: 'code',
  packet_empty: 'code',
  packet_not_for_you: 'code',
  captcha_required: 'letters',
  captcha_wrong: 'letters',
} as const

/** The code of a red packet; after several wrong ones a picture is to be read as well. */
export function RedeemForm() {
  const t = useText()
  const { form, picture, showPicture, share, open } = useRedeem()
  return (
    <Form shown={form.shown} onSubmit={open} className="card p-4">
      {share && <Received share={share} />}
      <Field
        label={t('packets.code')}
        name="packet"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        {...form.field('code')}
        hint={t('packets.codeHint')}
      />
      {picture !== undefined && (
        <Captcha
          nonce={picture}
          value={form.values.letters}
          onChange={(letters) => form.edit({ letters })}
          onRefresh={showPicture}
          error={form.errors.letters}
          hint={t('packets.pictureHint')}
        />
      )}
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <TestNote />
      <Button type="submit" icon={<Gift size={20} aria-hidden />} busy={form.busy}>
        {t('packets.open')}
      </Button>
    </Form>
  )
}

type Share = Answer<typeof receivePacket>

function Received({ share: { currency, amount } }: { share: Share }) {
  const t = useText()
  const money = useShortMoney()
  const shown = money(amount, findCurrency(currency)?.code ?? '')
  return (
    <Done title={t('packets.received', { amount: shown })}>
      <p>{t('packets.inRewards')}</p>
    </Done>
  )
}

function useRedeem() {
  const t = useText()
  const form = useForm({ fields: { code: '', letters: '' }, refusals: fieldsOfRefusals })
  /** Names the picture, once one is asked for. */
  const [picture, setPicture] = useState<string>()
  const [share, setShare] = useState<Share>()
  const { mutateAsync } = useSend(receivePacket, { quiet: true })
  const { code, letters } = form.values

  function showPicture(nonce: string) {
    setPicture(nonce)
    form.set({ letters: '' })
  }

  async function send() {
    const read = picture !== undefined && { captcha_t: picture, vercode: letters }
    try {
      setShare(await mutateAsync({ request: { code: code.trim(), ...read } }))
      form.renew(form.values, { code: '' })
      setPicture(undefined)
    } catch (error) {
      // A picture is good for one try; the first one appears when it is asked for.
      if (asksForPicture(error)) showPicture(newKey())
      throw error
    }
  }

  async function open() {
    setShare(undefined)
    const missing = {
      ...(code.trim() === '' && { code: t('packets.codeRequired') }),
      ...(picture !== undefined && letters === '' && { letters: t('packets.lettersRequired') }),
    }
    await form.submit(missing, send)
  }

  return { form, picture, showPicture, share, open }
}
