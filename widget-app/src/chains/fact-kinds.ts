/** What a right allows its new holder to do; the screen explains each. */
export type RightKind =
  /** Move everything of one kind that the account holds: ERC-777 and ERC-6909 operators, token delegates. */
  | 'operator'
  /** Act as the account: Safe modules, proxies, session accounts. */
  | 'account'
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

/**
 * Why a readable text is more than a message: it has the words of a sign-in in another form, it hands out rights beside
 * signing in (EIP-5573), or keys are derived from its signature.
 */
export type TextDoubt = 'sign-in-imitation' | 'sign-in-rights' | 'key-message'

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
  /** Nothing that the widget knows. */
  | 'unknown-typed-data'
