import { describe, expect, test } from 'vitest'
import { pairingLifetimeMs } from '#shared/config/limits.ts'
import type { ErrorDetails } from '#widget/lib/error-details.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { testWorld } from '#widget/testing/world.ts'
import type { PairingState } from './pairing.ts'
import { pairingMessages, qrCodeLifetime } from './pairing-messages.ts'

const t = testWorld().store.get(translateAtom)

describe('qrCodeLifetime', () => {
  test.each([
    ['new', 0, 230, 1, false],
    ['31 s before it is replaced', 199_000, 31, 31 / 230, false],
    ['30 s before it is replaced', 200_000, 30, 30 / 230, true],
    ['10 s before it dies', 230_000, 0, 0, true],
    ['dead', 300_000, 0, 0, true],
    ['of a clock that was set back', -5_000, 230, 1, false],
  ])('code %s', (_name, now, seconds, share, isShownAsText) => {
    expect(qrCodeLifetime(pairingLifetimeMs, now)).toEqual({ seconds, share, isShownAsText })
  })
})

describe('pairingMessages', () => {
  const failed = (code: string): { readonly is: 'failed'; readonly details: ErrorDetails } => ({
    is: 'failed',
    details: { code, text: 'x' },
  })
  type Row = [Exclude<PairingState, { is: 'waiting' }>, string]
  test.each<Row>([
    [{ is: 'starting' }, 'Preparing the connection'],
    [{ is: 'checking' }, 'Checking this site…'],
    [{ is: 'silent' }, 'Can’t reach WalletConnect'],
    [{ is: 'approving' }, 'Approved in Rainbow'],
    [{ is: 'connected', namespaces: ['eip155'] }, 'Connected'],
    [failed('pairing/nothing-approved'), 'Chain is not supported'],
    [failed('pairing/no-method'), 'Rainbow didn’t allow any requests'],
    [failed('APKT002'), 'WalletConnect is not set up for this site'],
    [failed('APKT006'), 'Check the time on this device'],
    [failed('APKT007'), 'WalletConnect is not set up for this site'],
    [failed('APKT008'), 'WalletConnect is not set up for this site'],
    [failed('-32603'), 'Rainbow could not connect'],
  ])('%j › its message', (state, title) => {
    expect(pairingMessages(state, 'Rainbow', t).title).toBe(title)
  })
})
