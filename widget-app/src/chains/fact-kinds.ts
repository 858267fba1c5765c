/** What a right allows its new holder to do; the screen explains each. */
export type AuthorityKind =
  /** Move everything of one kind that the account holds: ERC-777 and ERC-6909 operators, token delegates. */
  | 'operator'
  /** Act as the account: Safe modules, proxies, session accounts. */
  | 'account'
  /** Act as the account in what a proxy type of the chain allows, which is named beside it. */
  | 'limited'
  /** Own a token account, a mint, a collection or a nonce account from now on. */
  | 'owner'
  /** Borrow against what the account has supplied (Aave `approveDelegation`). */
  | 'debt'
  /** Run its own code whenever the account's tokens move or are approved (ERC-1363, `approveAndCall`). */
  | 'callback'
  /** Approve a call of a multisig that may be known by its hash only. */
  | 'multisig'
  /** Change what a token, a program or a table does from now on, or what it does to those who use it. */
  | 'control'
  /** Recover the account. */
  | 'recovery'
  /** Receive what the account earns by staking. */
  | 'rewards'
  /** Vote with what the account has; it can move nothing of it. */
  | 'votes'

/** Another chain that something goes to (XCM), as the request names it. */
export type RemoteDestination =
  | { readonly is: 'relay' }
  | { readonly is: 'parachain'; readonly id: number }
  | { readonly is: 'elsewhere'; readonly location: string }

/** What an account is that its authority withdraws from (Solana): one made from a seed belongs to a key and a text. */
export type WithdrawalKind = 'nonce' | 'stake' | 'vote' | 'seed'

/** Whose a token account is before the request (Solana). */
export type TokenAccountHolder = {
  /** Undefined where there is no such token account yet. */
  readonly owner: string | undefined
  /** It is the owner's associated token account, and only the owner may close it: the request leaves it the owner's. */
  readonly isAssociated: boolean
}

/**
 * Why a readable text is more than a message: it has the words of a sign-in in another form, it hands out rights beside
 * signing in (EIP-5573), it is for the most part an encoding of bytes, or keys are derived from its signature.
 */
export type MessageRisk = 'sign-in-imitation' | 'sign-in-rights' | 'encoded' | 'key-message'

/** What typed data is for: a well-known standard, or what its members suggest. */
export type TypedDataPurpose =
  /** An offer to sell, such as Seaport's: whoever fills it gets what it names. */
  | 'order'
  /** The root of many orders at once (Blur, Seaport bulk orders); the orders themselves are not in it. */
  | 'bulk-order'
  /** A transaction of a Safe. */
  | 'safe-transaction'
  /** An operation of an ERC-4337 account. */
  | 'user-operation'
  /** A call that a relayer sends in the account's name (ERC-2771). */
  | 'forward-request'
  /** The right to act for the account (ERC-7710, votes, EIP-7702 by signature). */
  | 'delegation'
  /** By its members a transfer, withdrawal or approval of a standard that the widget does not know. */
  | 'signed-move'
  /** Nothing that the widget knows; it names no account but the user's own, and no amount. */
  | 'unknown-typed-data'
  /** Nothing that the widget knows, and it may name others or amounts. */
  | 'unknown-typed-value'

/** A term that the site fixes beside the calls. */
export type TermName =
  /** Fee limit or price, within the bound of `docs/security.md`. */
  | 'fee'
  /** The same, above that bound. */
  | 'fee-high'
  /** A nonce: it can replace a pending transaction of the account. */
  | 'nonce'
  | 'gas-limit'
  /** The same, above that bound: where no price is named, the wallet multiplies it with its own. */
  | 'gas-high'
  | 'transaction-type'
  | 'access-list'
  /** Bytes after the arguments of a known function. */
  | 'trailing-data'
  /** The signed transaction goes back to the site, which may send it at any time. */
  | 'unsent'
  /** The same, but the network takes it for about a minute only: it lives as long as its blockhash (Solana). */
  | 'unsent-soon'
  /** The network that is read and run does not know the blockhash: the signature may be good on another one (Solana). */
  | 'unknown-blockhash'
  /** Accounts come from an address lookup table, which its authority can extend (Solana). */
  | 'lookup-table'
  /** Other accounts sign the transaction too (Solana). */
  | 'other-signer'
  /** The signature never expires (Polkadot). */
  | 'immortal'
  /** The signature stays valid for many blocks (Polkadot). */
  | 'long-era'
  | 'tip'
  /** The fee is paid in another asset (Polkadot). */
  | 'fee-asset'
  /** How its calls are read, one node alone says (Polkadot). */
  | 'unconfirmed-runtime'
  | 'metadata-hash'
  /** A signed extension that the widget does not know (Polkadot). */
  | 'extension'
  /** A capability that a bundle asks of the wallet (EIP-5792). */
  | 'capability'

/**
 * An amount in base units. `asset` is there only when the chain itself told symbol and decimals: figures of a token are
 * never taken from the request. Without `contract` it is the native currency.
 */
export type DecodedAmount = {
  readonly value: bigint
  readonly contract: string | undefined
  readonly asset?: DecodedAsset | undefined
}

/** What an amount is counted in. */
export type DecodedAsset = {
  readonly symbol: string
  readonly decimals: number
  /** One endpoint alone reports them, and no list has the token: the amount is shown as unverified. */
  readonly isUnconfirmed?: true
  /** No list has the token, and its symbol is that of a famous one. */
  readonly isImitation?: true
}

/** One line of what is signed, as text; long values are cut where they are read. */
export type DecodedLine = { readonly label: string; readonly value: string }

/** A function that a session may call, and within which bounds. */
export type SessionFunction = {
  /** As the site calls it. */
  readonly name: string
  /**
   * Selector (four bytes in hex) and canonical signature: of the known function with that selector, else by the site's ABI.
   * Undefined where no selector can be computed: the widget cannot say which function it is.
   */
  readonly called: { readonly selector: string; readonly signature: string } | undefined
  /** Native currency that may go with one call; undefined: without a bound. */
  readonly mostSent: DecodedAmount | undefined
  /** The contract's code runs as the account itself. */
  readonly isDelegated: boolean
  /** It moves an amount, and can be called any number of times. */
  readonly isRepeated: boolean
  /** Conditions limit what one call does: all amounts, and at least one argument. */
  readonly isBound: boolean
  /** What its arguments have to be. */
  readonly conditions: readonly DecodedLine[]
}

/** One thing that a session may do without asking again (ERC-7715). */
export type SessionPermission =
  | {
      readonly is: 'allowance'
      /** The most that may be spent in each period. */
      readonly figure: DecodedAmount
      readonly isUnlimited: boolean
      /** Seconds. */
      readonly period: bigint
      /** Seconds since 1970. */
      readonly start: bigint
    }
  /** No function named: any of them. */
  | { readonly is: 'calls'; readonly contract: string; readonly functions: readonly SessionFunction[] }

/**
 * Of a contract on no list: ERC-20 and ERC-721 share functions, so that the value of a figure is an amount or the id of an NFT.
 * There until two endpoints report the same of the contract.
 */
export type MayBeCollectible = {
  readonly mayBeCollectible?: true | undefined
  /** What one endpoint alone reports it to be; undefined: nothing is reported. */
  readonly reportedAs?: 'amount' | 'collectible' | undefined
}

/** How the account's balance of one asset changes in a run. */
export type BalanceChange = {
  readonly figure: DecodedAmount
  readonly collectible?: bigint | undefined
  /**
   * Set where the widget itself knows the asset: the native currency and tokens of the bundled list. Any contract can report
   * a gain of its own token, so that a gain without this is shown with its address, as unverified.
   */
  readonly isVerified?: boolean | undefined
}

/** What a run says beside sums, where the chain reports it. */
export type SimulatedTransfers = {
  /** What leaves the account, by asset and receiver; amounts above zero. */
  readonly sent: readonly (BalanceChange & { readonly to: string })[]
  /** A contract that the request does not call itself reports something of the account that the widget does not read. */
  readonly hasUnread: boolean
}
