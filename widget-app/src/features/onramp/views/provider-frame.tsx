import { portsAtom } from '#widget/core/ports.ts'
import { canCancelOrderAtom } from '#widget/domain/orders/cancel-order.ts'
import type { Order } from '#widget/domain/orders/order.ts'
import { cancelFailureMessageAtom } from '#widget/domain/orders/order-messages.ts'
import { openOrderPopupAtom } from '#widget/domain/orders/order-popups.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { displayOrigin } from '#widget/lib/text/origin-display.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { CancelOrder, CancelOrderFailure } from '#widget/ui/notices/cancel-order.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { PageFrame } from '#widget/ui/sheet/page-frame.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { providerFrameAtom, providerFrameEventAtom, resetFrameOnLeaveAtom } from '../atoms/provider-frames.ts'

/** The framed provider page of an unpaid order, with its origin and a button that opens it in a popup. */
export function ProviderFrame({ order, url }: { order: Order; url: string }) {
  const t = useT()
  const { id } = order
  useAtomValue(resetFrameOnLeaveAtom(id))
  const state = useAtomValue(providerFrameAtom(id))
  const { frameSource } = useAtomValue(portsAtom)
  const report = useSetAtom(providerFrameEventAtom)
  const [offer, cancel] = useAtom(canCancelOrderAtom(id))
  const cancelFailure = useAtomValue(cancelFailureMessageAtom(id))
  const provider = order.provider.name
  return (
    <Stack gap={12}>
      <Headline
        title={t('buy.frame', { provider })}
        text={t('buy.frame-text', { site: displayOrigin(new URL(url).origin) })}
        isAlert={false}
      />
      <CancelOrderFailure message={cancelFailure} />
      {state === 'late' && (
        <Notice tone="warning" title={t('buy.frame-late', { provider })} announce>
          {t('buy.frame-late-text')}
        </Notice>
      )}
      {state === 'blocked' ? (
        <Notice tone="error" title={t('buy.frame-refused', { provider })} announce>
          {t('buy.frame-refused-text')}
        </Notice>
      ) : (
        <PageFrame
          src={frameSource(url)}
          title={t('buy.frame-title', { provider })}
          isLoading={state === 'loading'}
          onLoad={() => report(id, 'loaded')}
          onBlocked={() => report(id, 'blocked')}
        />
      )}
      <ScreenFooter>
        <OpenInWindow order={order} isOnlyOption={state === 'late' || state === 'blocked'} />
        <CancelOrder offer={offer} onClick={cancel} />
      </ScreenFooter>
    </Stack>
  )
}

/** The alternative to an empty frame: a page can forbid framing, and the widget cannot detect that. */
function OpenInWindow({ order, isOnlyOption }: { order: Order; isOnlyOption: boolean }) {
  const t = useT()
  const openPopup = useSetAtom(openOrderPopupAtom)
  return (
    <Stack gap={8}>
      {!isOnlyOption && (
        <Text size={13} tone="soft" align="center">
          {t('buy.frame-hint')}
        </Text>
      )}
      <Button look={isOnlyOption ? 'primary' : 'secondary'} onClick={() => openPopup(order)}>
        {t('buy.open-window')}
      </Button>
    </Stack>
  )
}
