/** A wallet of the table while its row runs. */
export type Controls = {
  /** Emits an event in the wallet's own way: EIP-1193 by name, the standard's `change`, or a Polkadot `accounts` list. */
  emit(event: string, ...data: unknown[]): void
  /** Locks the wallet as the well-behaved ones do: it shares no account, and says so. */
  lock(): void
  unlock(): void
  /** How often a method was called, or something that may prompt with `prompts`. */
  count(method: string): number
  /** The account that it shares, and a second one. */
  readonly account: string
  readonly other: string
  /** What the well-behaved wallet answers, for a row that only wraps it. */
  usual(method: string, input: unknown): unknown
}

export type Ecosystem = 'ethereum' | 'solana' | 'polkadot'

/** What the user, or the site, does with the wallet. */
export type UserAction =
  /** The wallet is looked for, nothing more. */
  | 'list'
  | 'connect'
  /** Connects, disconnects and connects again. */
  | 'reconnect'
  /** The page loads again, with the wallet connected at the last visit. */
  | 'restore'
  /** Connects, and then the wallet does what `emits` says. */
  | 'events'
  | 'sign'
  /** Of Solana: the site asks for a signed transaction, which it sends itself. */
  | 'sign a transaction'
  | 'send'
  | 'switch'
  | 'disconnect'
  /** Connects; the wallet is locked, and unlocked, twice. */
  | 'lock, unlock'
  /** Connects; the wallet is locked, the user disconnects here, and it is unlocked. */
  | 'lock, disconnect, unlock'
  /** The page loads while the wallet is locked, and it is unlocked then. */
  | 'restore locked, unlock'

/**
 * The outcome that is right. Of a connection that fails it is the id of the sentence on screen, whose twin `-text` has the way
 * on; of a request the code and reason that the caller gets; of a transfer what the Send view says.
 */
export type Outcome =
  | `listed as ${string}`
  | 'not listed'
  | 'connected'
  | 'disconnected'
  | `connected to ${'the account' | 'the other account'} on ${string}`
  | `connecting.${'no-account' | 'silent' | 'failed' | 'rejected' | 'pending' | 'gone'}`
  /** The view offers Cancel, and after 8 s says where the wallet's window is. */
  | 'connecting.hint'
  /** The caller waits, and gives up. */
  | 'waits until cancelled'
  | 'signed'
  | 'sent'
  | 'switched'
  | `error ${string}`
  | `transfer ${string}`
  | 'back without a prompt'
  | 'stays disconnected'

/** One way in which a wallet does not behave, and what is right then. */
export type Behaviour = {
  readonly on: Ecosystem
  /** What the wallet does. */
  readonly wallet: string
  readonly act: UserAction
  readonly right: Outcome
  /** In place of the well-behaved answers, by method. Of Solana and Polkadot a method is a function of the wallet. */
  readonly answers?: Readonly<Record<string, (input: unknown, wallet: Controls) => unknown>>
  /** What the page sees in place of the wallet's object. */
  readonly object?: (wallet: object) => unknown
  /** Members of an EIP-6963 announcement in place of the usual ones. */
  readonly info?: Readonly<Record<string, unknown>>
  /** Placed as `window.ethereum` only. */
  readonly isLegacy?: boolean
  readonly emits?: (wallet: Controls) => void
  /** In place of the well-behaved lock. */
  readonly lock?: (wallet: Controls) => void
  readonly unlock?: (wallet: Controls) => void
}

/** The name of a row's test. */
export const titleOf = ({ on, wallet, act, right }: Behaviour): string =>
  `${on} wallet ${wallet} › ${act} › ${right}`
