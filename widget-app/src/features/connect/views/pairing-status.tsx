import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ErrorDetailsPanel } from '#widget/ui/notices/error-details.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { PairingState } from '../pairing.ts'
import { isUnconfigured, pairingMessages } from '../pairing-messages.ts'

type PairingStatusProps = {
  readonly state: Extract<PairingState, { is: 'silent' | 'approving' | 'connected' | 'failed' }>
  readonly row: WalletRow | undefined
  readonly onRetry: () => void
}

/** The result of a pairing: silent, approved, connected or failed, and the next step. */
export function PairingStatus({ state, row, onRetry }: PairingStatusProps) {
  const t = useT()
  const name = row?.name ?? t('connecting.wallet')
  const navigate = useSetAtom(viewStackAtom)
  const isFailure = state.is === 'silent' || state.is === 'failed'
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        {state.is === 'connected' ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={isFailure ? 'failed' : 'waiting'}>
            <WalletIcon name={row?.name ?? t('pair.title')} src={row?.icon} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline {...pairingMessages(state, name, t)} isAlert={isFailure} />
      {state.is === 'failed' && <ErrorDetailsPanel {...state.details} />}
      <div />
      <ScreenFooter>
        {isUnconfigured(state) ? (
          <Button onClick={() => navigate({ to: 'reset', view: { name: 'Connect' } })}>
            {t('profile.replace')}
          </Button>
        ) : (
          isFailure && <RetryButton place="view" onRetry={onRetry} />
        )}
      </ScreenFooter>
    </Stack>
  )
}
