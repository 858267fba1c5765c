import { isWidgetError } from '#shared/errors/widget-error.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import {
  PasskeyCancelledError,
  PasskeyCopiedError,
  PasskeyRegisteredError,
  PasskeyUnfitError,
  PasskeyUnknownError,
} from '../wallet/authenticator.ts'
import { OtherWalletError, PasskeyNeededError } from '../wallet/local-wallet.ts'
import { WrongCodeError } from '../wallet/recovery.ts'
import { TransferOverError } from '../wallet/transfer-calls.ts'
import { OtherUserError, TicketRefusedError } from '../wallet/vault-session.ts'
import { RecoveryFailedError } from './recovery-error.ts'
import { TransferFailedError, TransferUnknownError } from './transfer-errors.ts'
import type { VaultProblem } from './vault-screen.ts'

/** A problem, and whether the same operation may succeed later. */
export type ProblemOf = { readonly problem: VaultProblem; readonly canRetry: boolean }

/** Names of the errors of IndexedDB that has no space, is blocked, or is missing. */
const storageErrors: ReadonlySet<string> = new Set([
  'QuotaExceededError',
  'InvalidStateError',
  'SecurityError',
  'UnknownError',
  'AbortError',
])

/** Refusals of the server, by their HTTP status. */
const serverProblems: ReadonlyMap<number, VaultProblem> = new Map([
  [403, 'vault.failed-proof'],
  [413, 'vault.failed-full'],
  [429, 'vault.failed-limit'],
])

/** The texts with which Chromium, Firefox and WebKit reject an import whose file does not load, and Vite if its styles do not. */
const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|unable to preload css/i.test(error.message)

/** What the user reads of an error. An unknown one claims nothing but that nothing was signed. */
export function problemOf(error: unknown): ProblemOf {
  if (error instanceof TicketRefusedError) return { problem: 'vault.failed-login', canRetry: true }
  if (error instanceof OtherUserError) return { problem: 'vault.failed-user', canRetry: false }
  if (error instanceof OtherWalletError) return { problem: 'vault.failed-other', canRetry: false }
  if (error instanceof PasskeyNeededError) return { problem: 'vault.failed-passkey', canRetry: true }
  if (error instanceof PasskeyCancelledError) return { problem: 'vault.passkey-cancelled', canRetry: true }
  if (error instanceof PasskeyUnfitError) return { problem: 'vault.passkey-unfit-text', canRetry: true }
  if (error instanceof PasskeyUnknownError) return { problem: 'vault.passkey-unknown', canRetry: true }
  if (error instanceof PasskeyCopiedError) return { problem: 'vault.passkey-copied', canRetry: true }
  if (error instanceof PasskeyRegisteredError) return { problem: 'vault.passkey-unfit-text', canRetry: true }
  if (error instanceof WrongCodeError) return { problem: 'vault.code-other', canRetry: true }
  if (error instanceof TransferUnknownError) return { problem: 'vault.transfer-unknown', canRetry: true }
  if (error instanceof TransferOverError) return { problem: 'vault.transfer-over', canRetry: true }
  if (error instanceof TransferFailedError)
    return {
      problem: error.reason === 'wrong-number' ? 'vault.transfer-wrong' : 'vault.transfer-failed',
      canRetry: true,
    }
  if (error instanceof RecoveryFailedError) return { problem: error.problem, canRetry: true }
  if (isWidgetError(error)) {
    const status = httpStatusOf(error)
    if (status === undefined || status >= 500) return { problem: 'vault.failed-network', canRetry: true }
    return { problem: serverProblems.get(status) ?? 'vault.failed-unknown', canRetry: true }
  }
  if (isLoadFailure(error)) return { problem: 'vault.failed-load', canRetry: true }
  if (error instanceof DOMException && storageErrors.has(error.name))
    return { problem: 'vault.failed-storage', canRetry: true }
  return { problem: 'vault.failed-unknown', canRetry: true }
}
