import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { Wallet, WalletAccount, WalletWithFeatures } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { assert } from './suite-case.ts'

/** What the suite needs from the test that runs it. */
export type StandardSuiteWorld = {
  /** The wallet objects that an app received which was loaded before the wallet. */
  readonly early: readonly unknown[]
  /** Timeout of each step, in milliseconds. */
  readonly patienceMs: number
  /** Approves the connection request as the user. */
  readonly person: () => Promise<void>
  /** Sets how the wallet responds to the following requests, without the user. */
  readonly temper: (mode: 'approve' | 'reject') => void
  /** Selects one of two accounts in the wallet as the user. */
  readonly pick: (at: number) => void
}

type Features = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignInFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature
export type SuiteWallet = WalletWithFeatures<Features>

export const requiredFeatures = [
  ...['standard:connect', 'standard:disconnect', 'standard:events'],
  ...['solana:signIn', 'solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'],
]
export const hasAllFeatures = (wallet: Wallet): wallet is SuiteWallet =>
  requiredFeatures.every((feature) => feature in wallet.features)

export const localChain = 'solana:localnet'

export const bytesOf = (text: string) => new TextEncoder().encode(text)
export const addresses = (accounts: readonly WalletAccount[]) => accounts.map(({ address }) => address).join()

export function firstAccount({ accounts }: Wallet): WalletAccount {
  const [account] = accounts
  if (account === undefined) throw new Error('Nobody is connected')
  return account
}

const replacement = 'something else'

/** Fails if a property of an object can be replaced. */
export function assertImmutable(object: object, key: PropertyKey): void {
  const before = Object.getOwnPropertyDescriptor(object, key)
  Reflect.set(object, key, replacement)
  const isUnchanged = Reflect.get(object, key) !== replacement
  // Restore a wallet that could be changed, for the next cases.
  if (before === undefined) Reflect.deleteProperty(object, key)
  else if (!isUnchanged) Object.defineProperty(object, key, before)
  assert(isUnchanged, key)
}

/** Records the wallet's `change` events until `stop` is called. */
export function recordChanges({ features }: SuiteWallet) {
  const emitted: string[] = []
  const stop = features['standard:events'].on('change', ({ accounts }) => {
    if (accounts !== undefined) emitted.push(addresses(accounts))
  })
  return { emitted, stop }
}
