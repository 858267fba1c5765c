import type { MailedCode } from '#shared/api/embedded-wallet.ts'
import { systemClock } from '#shared/channel/clock.ts'
import type { VaultSession } from '../wallet/vault-session.ts'

/** What a code of an email is used for. */
export type CodePurpose = 'step-up' | 'recovery'

/** A code that this window has sent; times in epoch milliseconds. */
type SentCode = {
  readonly id: string
  /** When the server sends another one. */
  readonly resendAtMs: number
  /** 0: the code was used, or allows no more attempts. */
  readonly expiresAtMs: number
}

/** The code of a response that was just received. */
export function sentCode({ id, resendSeconds, lifetimeSeconds }: MailedCode): SentCode {
  const now = systemClock.now()
  return { id, resendAtMs: now + resendSeconds * 1_000, expiresAtMs: now + lifetimeSeconds * 1_000 }
}

export const isValid = ({ expiresAtMs }: SentCode): boolean => systemClock.now() < expiresAtMs

const codesBySession = new WeakMap<VaultSession, Map<CodePurpose, SentCode>>()

/** The last code of each purpose that this window has sent to the session's user. */
export function sentCodesOf(session: VaultSession): Map<CodePurpose, SentCode> {
  const codes = codesBySession.get(session) ?? new Map<CodePurpose, SentCode>()
  codesBySession.set(session, codes)
  return codes
}
