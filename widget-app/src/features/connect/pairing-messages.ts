import { pairingExpiredAtMs, pairingLifetimeMs } from '#shared/config/limits.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { HeadlineContent } from '#widget/ui/display/headline.tsx'
import type { PairingState } from './pairing.ts'

/** Pairing states before a wallet has responded. */
export type PendingPairing = Extract<PairingState, { is: 'starting' | 'checking' | 'waiting' }>

/** From this many seconds on, the remaining time is also shown as text. */
const textFromSeconds = 30

/** The time until a code is replaced, 10 s before it expires (SPEC §9): whole seconds, and the share that is left. */
export function qrCodeLifetime(expiresAt: number, now: number) {
  const usableMs = pairingLifetimeMs - pairingExpiredAtMs
  const leftMs = Math.min(usableMs, Math.max(0, expiresAt - pairingExpiredAtMs - now))
  const seconds = Math.ceil(leftMs / 1_000)
  return { seconds, share: leftMs / usableMs, isShownAsText: seconds <= textFromSeconds }
}

const unconfigured: readonly string[] = [
  'APKT002',
  'APKT007',
  'APKT008',
  'pairing/not-set-up',
  'pairing/no-project-id',
]

/** True if the deployment's configuration is the cause. A retry fails again until the operator changes it. */
export const isUnconfigured = (state: PairingState): boolean =>
  state.is === 'failed' && unconfigured.includes(state.details.code)

/** The message of every pairing state except `waiting`, whose message depends on the wallet's device. */
export function pairingMessages(
  state: Exclude<PairingState, { is: 'waiting' }>,
  wallet: string,
  t: Translate,
): HeadlineContent {
  switch (state.is) {
    case 'starting':
      return { title: t('pair.starting') }
    case 'checking':
      return { title: t('pair.checking') }
    case 'silent':
      return { title: t('pair.silent'), text: t('pair.silent-text') }
    case 'approving':
      return { title: t('pair.approving', { wallet }), text: t('pair.approving-text') }
    case 'connected':
      return { title: t('connecting.done') }
    case 'failed':
      if (state.details.code === 'pairing/nothing-approved')
        return { title: t('pair.nothing-approved'), text: t('pair.nothing-approved-text', { wallet }) }
      if (state.details.code === 'pairing/no-method')
        return { title: t('pair.no-method', { wallet }), text: t('pair.no-method-text') }
      if (state.details.code === 'pairing/no-project-id')
        return { title: t('pair.not-set-up'), text: t('pair.no-project-id-text') }
      // The relay rejects tokens signed by a device whose clock is ahead.
      if (state.details.code === 'APKT006') return { title: t('pair.clock'), text: t('pair.clock-text') }
      if (isUnconfigured(state)) return { title: t('pair.not-set-up'), text: t('pair.not-set-up-text') }
      return { title: t('connecting.failed', { wallet }), text: t('connecting.failed-text') }
  }
}
