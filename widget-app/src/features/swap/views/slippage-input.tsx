import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScrollIntoView } from '#widget/ui/sheet/scroll-into-view.tsx'
import { isSlippageOpenAtom, slippageAtom, slippageInputAtom } from '../atoms/draft.ts'
import { percentTextAtom } from '../atoms/texts.ts'
import { slippageError } from '../messages.ts'

/** The slippage as text, and its field once the user wants to change it. Only the user changes it. */
export function SlippageInput() {
  const t = useT()
  const [isOpen, setIsOpen] = useAtom(isSlippageOpenAtom)
  const [text, setText] = useAtom(slippageInputAtom)
  const slippage = useAtomValue(slippageAtom)
  const percent = useAtomValue(percentTextAtom)
  if (!isOpen && slippage.is === 'fine') {
    return (
      <Stack across align="spread">
        <Text size={13} tone="soft" numeric>
          {`${t('swap.slippage')}: ${percent(slippage.basisPoints)}`}
        </Text>
        <Button look="quiet" size="small" onClick={() => setIsOpen(true)}>
          {t('swap.slippage-change')}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack gap={8}>
      <TextField
        label={t('swap.slippage-field')}
        value={text}
        onChange={setText}
        inputMode="decimal"
        hint={t('swap.slippage-text')}
        error={slippageError(slippage, percent, t)}
      />
      {slippage.is === 'fine' && slippage.advice && (
        <ScrollIntoView key={slippage.advice}>
          <Notice tone="warning" announce>
            {t(slippage.advice === 'low' ? 'swap.slippage-low' : 'swap.slippage-high')}
          </Notice>
        </ScrollIntoView>
      )}
    </Stack>
  )
}
