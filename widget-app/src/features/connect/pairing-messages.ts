import { pairingExpiredAtMs, pairingLifetimeMs } from '#shared/config/limits.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { Words } from '#widget/ui/display/headline.tsx'
import type { PairingState } from './pairing.ts'

/** Until a wallet has answered: what the panels show. */
export type PairingFailure = Extract<PairingState, { is: 'starting' | 'checking' | 'waiting' }>

/** From here on the seconds that are left are told, besides shown. */
const tellsFromSeconds = 30

/** What is left of a code before it is replaced, 10 s before it dies (SPEC §9): whole seconds, and a share of all. */
export function qrCodeLifetime(expiresAt: number, now: number) {
  const usableMs = pairingLifetimeMs - pairingExpiredAtMs
  const leftMs = Math.min(usableMs, Math.max(0, expiresAt - pairingExpiredAtMs - now))
  const seconds = Math.ceil(leftMs / 1_000)
  return { seconds, share: leftMs / usableMs, isTold: seconds <= tellsFromSeconds }
}

const unconfigured: readonly string[] = [
  'APKT002',
  'APKT007',
  'APKT008',
  'pairing/not-set-up',
  'pairing/no-project-id',
]

/** Whether the configuration of the deployment is the cause: to try again fails again, until the operator changes it. */
export const isUnconfigured = (state: PairingState): boolean =>
  state.is === 'failed' && unconfigured.includes(state.fault.code)

/** What a pairing says in every state but `waiting`, whose words depend on where the wallet is. */
export function pairingMessages(
  state: Exclude<PairingState, { is: 'waiting' }>,
  wallet: string,
  t: Translate,
): Words {
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
      if (state.fault.code === 'pairing/nothing-approved')
        return { title: t('pair.nothing-approved'), text: t('pair.nothing-approved-text', { wallet }) }
      if (state.fault.code === 'pairing/no-method')
        return { title: t('pair.no-method', { wallet }), text: t('pair.no-method-text') }
      if (state.fault.code === 'pairing/no-project-id')
        return { title: t('pair.not-set-up'), text: t('pair.no-project-id-text') }
      // The relay refuses what a device signs whose clock is ahead.
      if (state.fault.code === 'APKT006') return { title: t('pair.clock'), text: t('pair.clock-text') }
      if (isUnconfigured(state)) return { title: t('pair.not-set-up'), text: t('pair.not-set-up-text') }
      return { title: t('connecting.failed', { wallet }), text: t('connecting.failed-text') }
  }
}
