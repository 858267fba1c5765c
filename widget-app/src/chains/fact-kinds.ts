/** What an authority allows the account that gets it; the screen explains each. */
export type AuthorityKind =
  /** Move all tokens of one kind of the account: ERC-777 and ERC-6909 operators, token delegates. */
  | 'operator'
  /** Act as the account: Safe modules, proxies, session accounts. */
  | 'account'
  /** Act as the account within a proxy type of the chain, which is named separately. */
  | 'limited'
  /** Own a token account, a mint, a collection or a nonce account from now on. */
  | 'owner'
  /** Borrow against what the account has supplied (Aave `approveDelegation`). */
  | 'debt'
  /** Run its own code whenever the account's tokens move or are approved (ERC-1363, `approveAndCall`). */
  | 'callback'
  /** Approve a call of a multisig that may be known by its hash only. */
  | 'multisig'
  /** Change what a token, a program or a table does from now on, or does to its users. */
  | 'control'
  /** Recover the account. */
  | 'recovery'
  /** Receive what the account earns by staking. */
  | 'rewards'
  /** Vote with the account's balance, without moving it. */
  | 'votes'

/** Another chain that is the destination of a transfer (XCM), as the request names it. */
export type RemoteDestination =
  | { readonly is: 'relay' }
  | { readonly is: 'parachain'; readonly id: number }
  | { readonly is: 'elsewhere'; readonly location: string }

/**
 * The kind of account from which its authority withdraws (Solana); an account made from a seed belongs to a key and a text.
 */
export type WithdrawalKind = 'nonce' | 'stake' | 'vote' | 'seed'

/** The owner of a token account before the request (Solana). */
export type TokenAccountHolder = {
  /** Undefined if the token account does not exist yet. */
  readonly owner: string | undefined
  /** It is the owner's associated token account, and only the owner may close it: the request does not change its owner. */
  readonly isAssociated: boolean
}

/**
 * Why a readable text is more than a message: it imitates a sign-in in another form, it grants capabilities in addition to
 * the sign-in (EIP-5573), it is mostly an encoding of bytes, or keys are derived from its signature.
 */
export type MessageRisk = 'sign-in-imitation' | 'sign-in-rights' | 'encoded' | 'key-message'

/** What typed data is for: a well-known standard, or what its members suggest. */
export type TypedDataPurpose =
  /** An offer to sell, such as Seaport's: the account that fills it gets what it names. */
  | 'order'
  /** The root of many orders (Blur, Seaport bulk orders); the orders themselves are not in it. */
  | 'bulk-order'
  /** A transaction of a Safe. */
  | 'safe-transaction'
  /** An operation of an ERC-4337 account. */
  | 'user-operation'
  /** A call that a relayer sends in the account's name (ERC-2771). */
  | 'forward-request'
  /** Lets another account act for the account (ERC-7710, votes, EIP-7702 by signature). */
  | 'delegation'
  /** By its members a transfer, withdrawal or approval of an unknown standard. */
  | 'signed-move'
  /** Unknown; it names no account but the user's, and no amount. */
  | 'unknown-typed-data'
  /** Unknown; it may name other accounts or amounts. */
  | 'unknown-typed-value'

/** A term that the dApp fixes in addition to the calls. */
export type TermName =
  /** Fee limit or price, within the bound of `docs/security.md`. */
  | 'fee'
  /** The same, above that bound. */
  | 'fee-high'
  /** A nonce: it can replace a pending transaction of the account. */
  | 'nonce'
  | 'gas-limit'
  /** The same, above that bound: if no price is named, the wallet multiplies it by its own. */
  | 'gas-high'
  | 'transaction-type'
  | 'access-list'
  /** Bytes after the arguments of a known function. */
  | 'trailing-data'
  /** The wallet returns the signed transaction to the dApp, which may send it at any time. */
  | 'unsent'
  /** The same, but the network accepts it only for about a minute: until its blockhash expires (Solana). */
  | 'unsent-soon'
  /**
   * The network that is read and simulated does not know the blockhash: the signature may be valid on another one (Solana).
   */
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
  /** Only one node confirms how its calls are decoded (Polkadot). */
  | 'unconfirmed-runtime'
  | 'metadata-hash'
  /** A signed extension that the widget does not support (Polkadot). */
  | 'extension'
  /** The operator pays the fee, named by the deployment (ERC-4337). */
  | 'sponsored'
  /** A capability that a bundle requests from the wallet (EIP-5792). */
  | 'capability'

/**
 * An amount in base units. `asset` is set only if the chain reported symbol and decimals: token metadata is never taken from
 * the request. Without `contract` it is the native currency.
 */
export type DecodedAmount = {
  readonly value: bigint
  readonly contract: string | undefined
  readonly asset?: DecodedAsset | undefined
}

/** The unit of an amount. */
export type DecodedAsset = {
  readonly symbol: string
  readonly decimals: number
  /** Only one endpoint reports them, and no list has the token: the amount is shown as unverified. */
  readonly isUnconfirmed?: true
  /** No list has the token, and its symbol is that of a well-known one. */
  readonly isImitation?: true
}

/**
 * One line of what is signed, as text; long values are cut when they are decoded. With the unit `basis-points` the value is a
 * whole number, which is shown as a percentage.
 */
export type DecodedLine = {
  readonly label: string
  readonly value: string
  readonly unit?: 'basis-points'
}

/** A function that a smart session may call, and its limits. */
export type SessionFunction = {
  /** The name that the dApp gives. */
  readonly name: string
  /**
   * Selector (four bytes in hex) and canonical signature: of the known function with that selector, otherwise by the dApp's
   * ABI. Undefined if no selector can be computed: the widget cannot identify the function.
   */
  readonly called: { readonly selector: string; readonly signature: string } | undefined
  /** Maximum native amount of one call; undefined: no limit. */
  readonly mostSent: DecodedAmount | undefined
  /** The contract's code runs as the account itself. */
  readonly isDelegated: boolean
  /** It moves an amount, and can be called any number of times. */
  readonly isRepeated: boolean
  /** Conditions limit what one call does: all amounts, and at least one argument. */
  readonly isBound: boolean
  /** Required values of its arguments. */
  readonly conditions: readonly DecodedLine[]
}

/** One thing that a smart session may do without another prompt (ERC-7715). */
export type SessionPermission =
  | {
      readonly is: 'allowance'
      /** Maximum amount to spend in each period. */
      readonly figure: DecodedAmount
      readonly isUnlimited: boolean
      /** Seconds. */
      readonly period: bigint
      /** Seconds since 1970. */
      readonly start: bigint
    }
  /** No function named: any function. */
  | { readonly is: 'calls'; readonly contract: string; readonly functions: readonly SessionFunction[] }

/**
 * For a contract on no list: ERC-20 and ERC-721 share functions, so a value may be an amount or the id of an NFT.
 * Set until two endpoints report the same kind of contract.
 */
export type MayBeCollectible = {
  readonly mayBeCollectible?: true | undefined
  /** What only one endpoint reports it to be; undefined: nothing is reported. */
  readonly reportedAs?: 'amount' | 'collectible' | undefined
}

/** How a simulation changes the account's balance of one asset. */
export type BalanceChange = {
  readonly figure: DecodedAmount
  readonly collectible?: bigint | undefined
  /**
   * Set for assets that the widget knows itself: the native currency and tokens of the bundled list. Any contract can report
   * a gain of its own token, so a gain without this flag is shown with its address, as unverified.
   */
  readonly isVerified?: boolean | undefined
}

/** Transfers of a simulation in addition to the balance changes, if the chain reports them. */
export type SimulatedTransfers = {
  /** What leaves the account, by asset and recipient; amounts above zero. */
  readonly sent: readonly (BalanceChange & { readonly to: string })[]
  /** A contract that the request does not call directly emits an event about the account that the widget does not decode. */
  readonly hasUnread: boolean
}
