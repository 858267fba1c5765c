import type { SignInSession } from '../channel/records/sign-in-session.ts'
import type { SiwxConfig } from './siwx-config.ts'

/** The account that signs in: CAIP-2 id of its chain, and its address there. */
export type SignInAccount = { readonly chainId: string; readonly address: string }

/** What a site may do of signing in by itself; whatever it leaves out the widget does. */
export type SignInFunctions = {
  /**
   * A nonce of the site's backend, 8 to 128 letters and digits; else the widget makes one of 128 bits. Without an
   * address for a wallet over WalletConnect that signs in as it connects.
   */
  readonly getNonce?: (
    account: Pick<SignInAccount, 'chainId'> & Partial<SignInAccount>,
  ) => Promise<string> | string
  /** Sessions that hold for an account; else those the widget keeps. */
  readonly getSessions?: (
    account: SignInAccount,
  ) => Promise<readonly SignInSession[]> | readonly SignInSession[]
  /**
   * Somebody signed. True: the site's backend has proved it. False, or an error: it did not hold. Nothing: the widget
   * proves it by itself.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that says nothing is what most sites write
  readonly addSession?: (session: SignInSession) => Promise<boolean | void> | boolean | void
  /** The account was disconnected or changed: its sessions are over. */
  readonly revokeSession?: (account: SignInAccount) => unknown
}

/** The option `siwx`. */
export type SiwxOptions = SiwxConfig & SignInFunctions
