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
import { must } from './suite-case.ts'

/** What a wallet of the suite has around it. */
export type StandardSuiteWorld = {
  /** The wallet as an app was given it that was there before the wallet. */
  readonly early: readonly unknown[]
  /** How long anything may take. */
  readonly patienceMs: number
  /** What a person does after an app wants to connect. */
  readonly person: () => Promise<void>
  /** The wallet answers by itself from now on. */
  readonly temper: (mode: 'approve' | 'reject') => void
  /** The person picks another of two accounts in the wallet. */
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

export const needed = [
  ...['standard:connect', 'standard:disconnect', 'standard:events'],
  ...['solana:signIn', 'solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'],
]
export const isWhole = (wallet: Wallet): wallet is SuiteWallet =>
  needed.every((feature) => feature in wallet.features)

export const localChain = 'solana:localnet'

export const bytesOf = (text: string) => new TextEncoder().encode(text)
export const addresses = (accounts: readonly WalletAccount[]) => accounts.map(({ address }) => address).join()

export function first({ accounts }: Wallet): WalletAccount {
  const [account] = accounts
  if (account === undefined) throw new Error('Nobody is connected')
  return account
}

const intruder = 'something else'

/** Nobody can put something else in its place. */
export function stays(object: object, key: PropertyKey): void {
  const before = Object.getOwnPropertyDescriptor(object, key)
  Reflect.set(object, key, intruder)
  const isSame = Reflect.get(object, key) !== intruder
  // A wallet that lets itself be changed goes on as it was.
  if (before === undefined) Reflect.deleteProperty(object, key)
  else if (!isSame) Object.defineProperty(object, key, before)
  must(isSame, key)
}

/** What it tells of its accounts, until it is stopped. */
export function listen({ features }: SuiteWallet) {
  const heard: string[] = []
  const stop = features['standard:events'].on('change', ({ accounts }) => {
    if (accounts !== undefined) heard.push(addresses(accounts))
  })
  return { heard, stop }
}
