import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import type { ChainAccount } from '#widget/domain/accounts/sign-in.ts'

/** Who gives nonces, proves signatures and knows sessions; docs/siwx.md describes it for sites. */
export type AuthenticationAdapter = {
  /**
   * 8 to 128 letters and digits that were never used; less than 96 bits, or one that was signed before, is refused. A wallet that signs in as it connects has no address yet.
   */
  nonce(account: Pick<ChainAccount, 'chain'> & Partial<ChainAccount>): Promise<string>
  /** Takes a session, once it is proved. @throws WidgetError `siwx/not-verified` when it does not hold. */
  add(session: SignInSession): Promise<void>
  /** Sessions that may hold for an account; the caller looks at their times. */
  sessions(account: ChainAccount): Promise<readonly SignInSession[]>
  /** The sessions of an account are over. */
  revoke(account: ChainAccount): Promise<void>
}
