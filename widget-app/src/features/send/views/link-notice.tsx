import { localeAtom } from '#widget/core/locale.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { senderAtom } from '../atoms/draft.ts'
import { clearLinkAtom, fromLinkAtom } from '../atoms/link.ts'
import { sendNetworkAtom } from '../atoms/selected-asset.ts'
import { senderWalletAtom } from '../atoms/texts.ts'

const labels = { to: 'link.field.to', amount: 'link.field.amount', asset: 'link.field.token' } as const

/** Lists the fields that a payment link filled in, and a network switch that it requires; `clears` adds a Clear button. */
export function LinkNotice({ clears = false }: { readonly clears?: boolean }) {
  const t = useT()
  const fields = useAtomValue(fromLinkAtom)
  const network = useAtomValue(sendNetworkAtom)
  const sender = useAtomValue(senderAtom)
  const wallet = useAtomValue(senderWalletAtom)
  const locale = useAtomValue(localeAtom)
  const clear = useSetAtom(clearLinkAtom)
  if (!fields) return null
  const list = new Intl.ListFormat(locale).format(fields.map((field) => t(labels[field])))
  const isOnOtherNetwork = fields.includes('asset') && network !== undefined && sender?.chain !== network.id
  return (
    <Notice
      tone="info"
      title={t('link.filled')}
      announce={clears}
      action={
        clears && (
          <Button look="quiet" size="small" onClick={clear}>
            {t('common.clear')}
          </Button>
        )
      }
    >
      {t('link.filled-text', { fields: list })}
      {isOnOtherNetwork && ` ${t('review.switch', { wallet: wallet.name, network: network.name })}.`}
    </Notice>
  )
}
