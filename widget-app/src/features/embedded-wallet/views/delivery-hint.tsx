import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import type { CodeForm } from '../code-form.ts'

const tones = { sending: 'info', accepted: 'info', failed: 'warning', over: 'warning' } as const

/** “Not arriving?”: what the server knows of the code's delivery, in plain words. */
export function DeliveryHint({ form, email }: { form: CodeForm; email: string }) {
  const t = useT()
  const state = useAtomValue(form.deliveryAtom)
  const check = useSetAtom(form.checkDeliveryAtom)
  return (
    <Stack gap={12}>
      {state.is === 'known' && (
        <Notice tone={tones[state.delivery]} title={t(`delivery.${state.delivery}`)} announce>
          {t(`delivery.${state.delivery}-text`, { email })}
        </Notice>
      )}
      {state.is === 'unknown' && (
        <Notice tone="warning" title={t('delivery.unknown')} announce>
          {t('fault.network')}
        </Notice>
      )}
      <Button look="quiet" size="small" busy={state.is === 'loading'} onClick={() => void check()}>
        {t(state.is === 'closed' ? 'delivery.ask' : 'delivery.again')}
      </Button>
    </Stack>
  )
}
