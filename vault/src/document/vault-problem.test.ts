import { expect, it } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import {
  PasskeyCancelledError,
  PasskeyCopiedError,
  PasskeyUnfitError,
  PasskeyUnknownError,
} from '../wallet/authenticator.ts'
import { OtherWalletError, PasskeyNeededError } from '../wallet/local-wallet.ts'
import { WrongCodeError } from '../wallet/recovery.ts'
import { OtherUserError, TicketRefusedError } from '../wallet/vault-session.ts'
import { problemOf } from './vault-problem.ts'

it.each([
  [new TicketRefusedError(''), 'vault.failed-login', true],
  [new OtherUserError(''), 'vault.failed-user', false],
  [new OtherWalletError(''), 'vault.failed-other', false],
  [new PasskeyNeededError(''), 'vault.failed-passkey', true],
  [new PasskeyCancelledError(''), 'vault.passkey-cancelled', true],
  [new PasskeyUnfitError(''), 'vault.passkey-unfit-text', true],
  [new PasskeyUnknownError(''), 'vault.passkey-unknown', true],
  [new PasskeyCopiedError(''), 'vault.passkey-copied', true],
  [new WrongCodeError(''), 'vault.code-other', true],
  [new WidgetError('http/network', ''), 'vault.failed-network', true],
  [
    new TypeError('Failed to fetch dynamically imported module: https://vault.example/assets/keys.js'),
    'vault.failed-load',
    true,
  ],
  [
    new TypeError('error loading dynamically imported module: https://vault.example/assets/keys.js'),
    'vault.failed-load',
    true,
  ],
  [new TypeError('Importing a module script failed.'), 'vault.failed-load', true],
  [new Error('Unable to preload CSS for /assets/keep.css'), 'vault.failed-load', true],
  [new DOMException('', 'QuotaExceededError'), 'vault.failed-storage', true],
  [new DOMException('', 'OperationError'), 'vault.failed-unknown', true],
  [new Error('x'), 'vault.failed-unknown', true],
  ['x', 'vault.failed-unknown', true],
])('%s › %s', (error, problem, canRetry) => {
  expect(problemOf(error)).toEqual({ problem, canRetry })
})
