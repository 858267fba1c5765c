import { useState } from 'react'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom, shakeAtom } from '#widget/core/modal-state.ts'
import { closeToastAtom, toastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import {
  canGoBackAtom,
  currentViewAtom,
  viewDirectionAtom,
  viewMovesAtom,
  viewStackAtom,
} from '#widget/core/view-stack.ts'
import { isEagerView, viewRecord } from '#widget/core/views.ts'
import { trackEventAtom } from '#widget/domain/analytics/analytics-events.ts'
import { internalErrorEvent } from '#widget/domain/analytics/error-message.ts'
import { ConnectView } from '#widget/features/connect/views/connect-view.tsx'
import { useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Toast } from '#widget/ui/notices/toast.tsx'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { Sheet } from '#widget/ui/sheet/sheet.tsx'
import { loadRoutes } from './load-routes.ts'
import { NetworkRibbon } from './shell/network-ribbon.tsx'
import { OriginLine } from './shell/origin-line.tsx'
import { backAtom, closeAtom, escapeAtom, reportHeightAtom, titleAtom } from './shell/sheet-controls.ts'
import { ViewBoundary } from './shell/view-boundary.tsx'
import { ViewError } from './shell/view-error.tsx'
import { ViewSkeleton } from './shell/view-skeleton.tsx'

// The router loads with the first view other than Connect.
const LazyRoutes = lazyComponent(async () => (await loadRoutes()).LazyRoutes, ViewSkeleton)

/** The view on top of the stack. */
function Screen() {
  const view = useAtomValue(currentViewAtom)
  const moves = useAtomValue(viewMovesAtom)
  const { log } = useAtomValue(portsAtom)
  const track = useSetAtom(trackEventAtom)
  return (
    <ViewBoundary
      viewKey={`${view.name}${moves}`}
      fallback={<ViewError />}
      onError={(cause) => {
        log(`The view ${view.name} could not be shown`, cause)
        track(internalErrorEvent(cause, false))
      }}
    >
      {isEagerView(view) ? <ConnectView view={view} /> : <LazyRoutes />}
    </ViewBoundary>
  )
}

// Constant elements: opening the modal moves the sheet and renders nothing inside it again.
const screen = <Screen />
const originLine = <OriginLine />
const ribbon = <NetworkRibbon />

/** Characters of a toast that fit on one line on the narrowest phone. */
const toastLineLength = 30

/** The whole widget: one sheet with the view on top of the stack. */
export function App() {
  const t = useT()
  const title = useAtomValue(titleAtom)
  const view = useAtomValue(currentViewAtom)
  const moves = useAtomValue(viewMovesAtom)
  const depth = useAtomValue(viewStackAtom).length
  const direction = useAtomValue(viewDirectionAtom)
  const open = useAtomValue(modalOpenAtom)
  const { embedded } = useAtomValue(hostConfigAtom)
  const shake = useAtomValue(shakeAtom)
  const canGoBack = useAtomValue(canGoBackAtom)
  const toast = useAtomValue(toastAtom)
  const goBack = useSetAtom(backAtom)
  const close = useSetAtom(closeAtom)
  const onEscape = useSetAtom(escapeAtom)
  const dismissToast = useSetAtom(closeToastAtom)
  const reportHeight = useSetAtom(reportHeightAtom)
  const viewKey = `${view.name}${moves}`
  // The space of a toast stays reserved as long as the view: a sheet that shrinks would move controls under the pointer.
  const [toastedViewKey, setToastedViewKey] = useState('')
  if (toast.open && toastedViewKey !== viewKey) setToastedViewKey(viewKey)
  const [footer] = useState(() => document.createElement('div'))

  return (
    <FooterSlotContext value={footer}>
      <Sheet
        title={title}
        viewKey={viewKey}
        depth={depth}
        direction={direction}
        layout={embedded ? 'embedded' : 'modal'}
        open={open || embedded}
        shake={shake}
        subtitle={viewRecord(view.name).showsOrigin ? originLine : undefined}
        back={canGoBack ? { label: t('common.back'), onClick: goBack } : undefined}
        close={embedded ? undefined : { label: t('common.close'), onClick: close }}
        ribbon={ribbon}
        footer={footer}
        toast={
          <Toast
            toast={
              toast.open ? { id: toast.message, tone: toast.variant, message: toast.message } : undefined
            }
            dismissLabel={t('common.dismiss')}
            onDismiss={dismissToast}
          />
        }
        toastLines={toastedViewKey === viewKey ? Math.ceil(toast.message.length / toastLineLength) : 0}
        {...(embedded ? {} : { onMouseDownOutside: close })}
        onEscape={onEscape}
        onHeight={reportHeight}
      >
        {screen}
      </Sheet>
    </FooterSlotContext>
  )
}
