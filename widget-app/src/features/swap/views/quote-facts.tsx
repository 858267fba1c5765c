import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import {
  impactTextAtom,
  isPriceOldAtom,
  orderTextsAtom,
  secondsLeftAtom,
  unknownFigure,
} from '../swap-texts.ts'

/** The quote in lines: rate, minimum received and price impact, and when it is refetched. */
export function QuoteFacts() {
  const t = useT()
  const texts = useAtomValue(orderTextsAtom)
  const impact = useAtomValue(impactTextAtom)
  if (!texts) return null
  return (
    <>
      <KeyValueList
        items={[
          { id: 'rate', label: t('swap.rate'), value: texts.rate },
          { id: 'minimum', label: t('swap.minimum'), value: texts.minimum },
          { id: 'impact', label: t('swap.impact'), value: impact ?? unknownFigure },
        ]}
      />
      <Renewal />
    </>
  )
}

/** Seconds until the quote is refetched. */
export function Renewal() {
  const t = useT()
  const seconds = useAtomValue(secondsLeftAtom)
  const isOld = useAtomValue(isPriceOldAtom)
  if (seconds === undefined) return null
  return (
    <div data-ticks>
      <Text size={13} tone="soft" align="center" figures>
        {seconds > 0
          ? t('swap.renews', { count: seconds })
          : t(isOld ? 'swap.renew-failed' : 'swap.renewing')}
      </Text>
    </div>
  )
}
