import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { providerAtom } from '../atoms/providers.ts'
import { feeRangeAtom, quoteTextsAtom } from '../atoms/texts.ts'

/** Placeholder for an unknown amount. */
const unknownAmount = '–'

/** The fees of the quote. */
export function BuyFacts() {
  const t = useT()
  const texts = useAtomValue(quoteTextsAtom)
  const provider = useAtomValue(providerAtom)
  const range = useAtomValue(feeRangeAtom)
  if (!texts || texts.kind === 'sample' || !provider) return null
  const feeRange = range(provider)
  // A network fee that is not stated separately is part of the provider's fee.
  const noNetworkFee = texts.providerFee === undefined ? unknownAmount : t('buy.in-fee')
  const items: readonly KeyValue[] = [
    {
      id: 'fee',
      label: t('buy.fee'),
      value: texts.providerFee ?? unknownAmount,
      ...(feeRange !== undefined && {
        hint: t('buy.fee-share', { provider: provider.name, range: feeRange }),
      }),
    },
    { id: 'network-fee', label: t('review.fee'), value: texts.networkFee ?? noNetworkFee },
  ]
  return <KeyValueList items={items} />
}
