import type { ChainId } from '#shared/caip/chain-id.ts'

/**
 * An amount in base units. `asset` is there only when the chain itself told symbol and decimals: figures of a token are
 * never taken from the request. Without `contract` it is the native currency.
 */
export type Figure = {
  readonly value: bigint
  readonly contract: string | undefined
  readonly asset?: { readonly symbol: string; readonly decimals: number } | undefined
}

/** One line of what is signed, as text; long values are cut where they are read. */
export type Line = { readonly label: string; readonly value: string }

/** Another chain that something goes to (XCM), as the request names it. */
export type Beyond =
  | { readonly is: 'relay' }
  | { readonly is: 'parachain'; readonly id: number }
  | { readonly is: 'elsewhere'; readonly location: string }

/** A function that a session may call, and within which bounds. */
export type SessionFunction = {
  readonly name: string
  /** Native currency that may go with one call; undefined: nobody bounds it. */
  readonly mostSent: Figure | undefined
  /** The contract's code runs as the account itself. */
  readonly isDelegated: boolean
  /** What its arguments have to be. */
  readonly conditions: readonly Line[]
}

/** One thing that a session may do without asking again (ERC-7715). */
export type SessionPermission =
  | {
      readonly is: 'allowance'
      /** The most that may be spent in each period. */
      readonly figure: Figure
      readonly isUnlimited: boolean
      /** Seconds. */
      readonly period: bigint
      /** Seconds since 1970. */
      readonly start: bigint
    }
  /** No function named: any of them. */
  | { readonly is: 'calls'; readonly contract: string; readonly functions: readonly SessionFunction[] }

/** One thing that a request does, in plain terms and the same for all ecosystems. */
export type Fact =
  | {
      readonly is: 'transfer'
      /** Whom it is taken from, where that is not the account that signs. */
      readonly from: string | undefined
      readonly to: string
      readonly figure: Figure
      /** It is received there, and not on the chain of the request. */
      readonly beyond?: Beyond | undefined
    }
  | {
      readonly is: 'collectible'
      readonly from: string | undefined
      readonly to: string
      readonly collection: string
      readonly id: bigint
      readonly count: bigint
    }
  /** A value of zero takes an earlier approval back. */
  | {
      readonly is: 'approval'
      readonly spender: string
      readonly figure: Figure
      readonly isUnlimited: boolean
    }
  | {
      readonly is: 'approval-for-all'
      readonly operator: string
      readonly collection: string
      readonly isGranted: boolean
    }
  /** An approval by signature: EIP-2612, DAI's own, or Permit2. It costs no fee, and nothing of it is seen before it is used. */
  | {
      readonly is: 'permit'
      readonly standard: 'EIP-2612' | 'DAI' | 'Permit2'
      readonly spender: string
      readonly figure: Figure
      readonly isUnlimited: boolean
      /** Seconds since 1970. */
      readonly deadline: bigint | undefined
    }
  /** What is known of the two sides before it is simulated. */
  | {
      readonly is: 'swap'
      readonly router: string
      readonly pays: Figure | undefined
      readonly gets: Figure | undefined
      readonly to: string | undefined
    }
  | {
      readonly is: 'batch'
      readonly facts: readonly Fact[]
      /** The account that does it, where the request only hands it in (ERC-4337). */
      readonly by?: string | undefined
    }
  | {
      readonly is: 'typed-data'
      readonly name: string | undefined
      readonly chain: ChainId | undefined
      readonly contract: string | undefined
      readonly primaryType: string
      readonly lines: readonly Line[]
      /** An offer to sell, such as Seaport's: whoever takes it up gets what it names. */
      readonly isOrder: boolean
      /** `Permit2` or another well-known contract is named, but at an address that is not its own. */
      readonly isImpostor: boolean
    }
  /** The site acts for the account by keys of its own, until then and without asking again (ERC-7715). */
  | {
      readonly is: 'session'
      /** Seconds since 1970. */
      readonly expiry: bigint
      /** Public keys that may act. */
      readonly keys: readonly string[]
      readonly permissions: readonly SessionPermission[]
      /** What the site hands the wallet beside, by its type: nobody here knows what it means. */
      readonly policies: readonly Line[]
    }
  /** EIP-7702: the account hands itself to a contract; `undefined` chain means on every chain. */
  | { readonly is: 'authorisation'; readonly delegate: string; readonly chain: ChainId | undefined }
  | { readonly is: 'message'; readonly text: string }
  /** A message that signs in (CAIP-122, EIP-4361): `domain` is what it says of itself. */
  | { readonly is: 'sign-in'; readonly domain: string; readonly text: string }
  /** Bytes which nobody can read, or which are something else than they are handed out as. */
  | { readonly is: 'blind'; readonly why: 'unreadable' | 'hash' | 'transaction'; readonly bytes: string }
  /** An instruction or call that is known and moves nothing by itself. */
  | { readonly is: 'known-call'; readonly name: string; readonly lines: readonly Line[] }
  /** The right to act for the account goes to somebody else: Solana's SetAuthority and Assign, a proxy on Polkadot. */
  | { readonly is: 'authority'; readonly name: string; readonly to: string | undefined }
  /** All of a balance, however much that is by then. */
  | { readonly is: 'transfer-all'; readonly to: string }
  /** It stays valid for as long as a nonce account stands, not for a minute (Solana). */
  | { readonly is: 'durable'; readonly account: string }
  /** Nobody here knows what it does. Without `to` it creates a contract. */
  | {
      readonly is: 'unknown-call'
      readonly to: string | undefined
      readonly selector: string | undefined
      readonly figure: Figure | undefined
      /** It is handed the signing account as one it may take from (Solana). */
      readonly mayTake: boolean
    }

/** A request of a dApp in plain terms. */
export type Description = {
  readonly account: string
  readonly chain: ChainId
  readonly facts: readonly Fact[]
}

/** What somebody's balance of one asset does. */
export type BalanceChange = { readonly figure: Figure; readonly collectible?: bigint | undefined }

/** What a run of the request on the chain as it stands now says. */
export type Simulation =
  | {
      readonly is: 'runs'
      /** Of the account that signs; the fee is not part of them. */
      readonly changes: readonly BalanceChange[]
      /** Native currency, base units; `undefined` where the chain does not tell. */
      readonly fee: bigint | undefined
    }
  | { readonly is: 'fails'; readonly reason: string | undefined }
  /** The chain cannot run it, but tells what it costs. */
  | { readonly is: 'priced'; readonly fee: bigint }
