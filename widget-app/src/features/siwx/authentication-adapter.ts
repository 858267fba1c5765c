import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import type { ChainAccount } from '#widget/domain/accounts/sign-in.ts'

/** Supplies nonces, verifies signatures and returns sessions; docs/siwx.md describes it for hosts. */
export type AuthenticationAdapter = {
  /**
   * 8 to 128 letters and digits that were never used; fewer than 96 bits, or a nonce that was signed before, is rejected.
   * For One-Click Auth there is no address yet.
   */
  nonce(account: Pick<ChainAccount, 'chain'> & Partial<ChainAccount>): Promise<string>
  /** Adds a session after verification. @throws WidgetError `siwx/not-verified` if the signature is invalid. */
  add(session: SignInSession): Promise<void>
  /** Sessions that may be valid for an account; the caller checks their times. */
  sessions(account: ChainAccount): Promise<readonly SignInSession[]>
  /** Ends the sessions of an account. */
  revoke(account: ChainAccount): Promise<void>
}
