/** Controls of a test wallet while its row runs. */
export type Controls = {
  /** Emits an event in the ecosystem's form: EIP-1193 by name, the standard's `change`, or a Polkadot `accounts` list. */
  emit(event: string, ...data: unknown[]): void
  /** Locks the wallet as the standard implementation does: it shares no account, and emits the change. */
  lock(): void
  unlock(): void
  /** Calls of a method, or of all methods that may prompt for `prompts`. */
  count(method: string): number
  /** The account that it shares, and a second one. */
  readonly account: string
  readonly otherAccount: string
  /** The standard response, for a row that wraps it. */
  standardResponse(method: string, input: unknown): unknown
}

export type Ecosystem = 'ethereum' | 'solana' | 'polkadot'

/** What the user, or the host, does with the wallet. */
export type UserAction =
  /** Only discovers the wallet. */
  | 'list'
  | 'connect'
  /** Connects, disconnects and connects again. */
  | 'reconnect'
  /** Reloads the page, with the wallet connected at the last visit. */
  | 'restore'
  /** Connects, and then calls `emits`. */
  | 'events'
  | 'sign'
  /** Solana only: the host requests a signed transaction, which it sends itself. */
  | 'sign a transaction'
  | 'send'
  | 'switch'
  | 'disconnect'
  /** Connects; the wallet is locked and unlocked, twice. */
  | 'lock, unlock'
  /** Connects; the wallet is locked, the user disconnects in the widget, and the wallet is unlocked. */
  | 'lock, disconnect, unlock'
  /** Loads the page while the wallet is locked, and then unlocks it. */
  | 'restore locked, unlock'

/**
 * The expected outcome. For a failed connection, the id of the message on screen, whose `-text` counterpart has the next
 * step; for a request, the code and reason that the caller gets; for a transfer, the message of the Send view.
 */
export type Outcome =
  | `listed as ${string}`
  | 'not listed'
  | 'connected'
  | 'disconnected'
  | `connected to ${'the account' | 'the other account'} on ${string}`
  | `connecting.${'no-account' | 'silent' | 'failed' | 'rejected' | 'pending' | 'gone'}`
  /** The view offers Cancel, and after 8 s states where the wallet's window is. */
  | 'connecting.hint'
  /** The wallet does not respond until the caller cancels. */
  | 'waits until cancelled'
  | 'signed'
  | 'sent'
  | 'switched'
  | `error ${string}`
  | `transfer ${string}`
  | 'back without a prompt'
  | 'stays disconnected'

/** One way in which a wallet deviates from its standard, with the expected outcome. */
export type Behaviour = {
  readonly ecosystem: Ecosystem
  /** The wallet's behaviour. */
  readonly wallet: string
  readonly action: UserAction
  readonly expected: Outcome
  /** Replaces standard responses, by method. For Solana and Polkadot a method is a function of the wallet. */
  readonly responses?: Readonly<Record<string, (input: unknown, wallet: Controls) => unknown>>
  /** Replaces the wallet's object that the page sees. */
  readonly object?: (wallet: object) => unknown
  /** Replaces members of the EIP-6963 announcement. */
  readonly info?: Readonly<Record<string, unknown>>
  /** The wallet is set as `window.ethereum`, and not announced. */
  readonly isLegacy?: boolean
  readonly emits?: (wallet: Controls) => void
  /** Replaces the standard lock. */
  readonly lock?: (wallet: Controls) => void
  readonly unlock?: (wallet: Controls) => void
}

/** The name of a row's test. */
export const titleOf = ({ ecosystem, wallet, action, expected }: Behaviour): string =>
  `${ecosystem} wallet ${wallet} › ${action} › ${expected}`
