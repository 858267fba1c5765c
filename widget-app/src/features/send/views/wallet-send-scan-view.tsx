import { useState } from 'react'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { CameraFailure } from '#widget/lib/camera/camera.ts'
import type { ScanEvent } from '#widget/lib/camera/watch-camera.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { CodeScanner } from '#widget/ui/forms/code-scanner.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { resetOnLeaveAtom } from '../atoms/draft.ts'
import { applyScanAtom, cameraAtom } from '../atoms/scanned-recipient.ts'
import { networkNameAtom } from '../atoms/texts.ts'

/** The instruction, or the problem of the last code. */
function instructionOf(event: ScanEvent | undefined, network: string, t: Translate): string {
  switch (event?.is) {
    case 'found':
      return t('scan.not-recipient', { network })
    case 'nothing-yet':
      return t('scan.nothing')
    default:
      return t('scan.looking')
  }
}

/** The camera's picture; a code with an address or a payment link returns to the form. */
export function WalletSendScanView() {
  const t = useT()
  useAtomValue(resetOnLeaveAtom)
  const camera = useAtomValue(cameraAtom)
  const network = useAtomValue(networkNameAtom)
  const applyScan = useSetAtom(applyScanAtom)
  const [event, setEvent] = useState<ScanEvent>()
  if (event?.is === 'failed') return <CameraUnavailable why={event.why} onRetry={() => setEvent(undefined)} />
  const waiting = event ? undefined : t('scan.starting')
  const instruction = instructionOf(event, network, t)
  const handleEvent = (next: ScanEvent) => {
    if (next.is !== 'found' || !applyScan(next.text)) setEvent(next)
  }
  return (
    <Stack gap={16}>
      <CodeScanner camera={camera} label={t('scan.picture')} onScanEvent={handleEvent} waiting={waiting} />
      <Text align="center" tone={event?.is === 'found' ? 'warning' : 'soft'}>
        {instruction}
      </Text>
      <LiveRegion message={waiting ?? instruction} />
    </Stack>
  )
}

/** Why there is no picture, with the button to continue without one. */
function CameraUnavailable({ why, onRetry }: { readonly why: CameraFailure; readonly onRetry: () => void }) {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  return (
    <div role="alert">
      <EmptyState
        drawing="camera"
        title={t('scan.no-picture')}
        action={
          <Stack gap={8}>
            <Button onClick={() => move({ to: 'back' })}>{t('scan.instead')}</Button>
            {why !== 'forbidden' && <RetryButton place="below" onRetry={onRetry} />}
          </Stack>
        }
      >
        {t(`scan.${why}`)}
      </EmptyState>
    </div>
  )
}
