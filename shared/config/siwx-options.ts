import type { SignInSession } from '../channel/records/sign-in-session.ts'
import type { SiwxConfig } from './siwx-config.ts'

/** The account that signs in: CAIP-2 id of its chain, and its address there. */
export type SignInAccount = { readonly chainId: string; readonly address: string }

/** Functions of the host for signing in; the widget implements those that are absent. */
export type SignInFunctions = {
  /**
   * A nonce of the host's backend, 8 to 128 letters and digits; by default the widget generates one of 128 bits. Without an
   * address for a wallet over WalletConnect that signs in as it connects.
   */
  readonly getNonce?: (
    account: Pick<SignInAccount, 'chainId'> & Partial<SignInAccount>,
  ) => Promise<string> | string
  /** Valid sessions of an account; by default those that the widget stores. */
  readonly getSessions?: (
    account: SignInAccount,
  ) => Promise<readonly SignInSession[]> | readonly SignInSession[]
  /**
   * The user signed. True: the host's backend verified it. False, or an error: it is invalid. Undefined: the widget verifies
   * it.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that says nothing is what most sites write
  readonly addSession?: (session: SignInSession) => Promise<boolean | void> | boolean | void
  /** The account was disconnected or changed: its sessions end. */
  readonly revokeSession?: (account: SignInAccount) => unknown
}

/** The option `siwx`. */
export type SiwxOptions = SiwxConfig & SignInFunctions
