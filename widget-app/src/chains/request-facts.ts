import type { ChainId } from '#shared/caip/chain-id.ts'
import type {
  AuthorityKind,
  DecodedAmount,
  DecodedAsset,
  DecodedLine,
  MayBeCollectible,
  MessageRisk,
  RemoteDestination,
  SessionPermission,
  TermName,
  TokenAccountHolder,
  TypedDataPurpose,
  WithdrawalKind,
} from './fact-kinds.ts'

export type {
  AuthorityKind,
  BalanceChange,
  DecodedAmount,
  DecodedAsset,
  DecodedLine,
  RemoteDestination,
  SessionFunction,
  SessionPermission,
  SimulatedTransfers,
  TermName,
} from './fact-kinds.ts'

/** One effect of a request, in terms that all ecosystems share. */
export type Fact =
  | (MayBeCollectible & {
      readonly is: 'transfer'
      /** The account it is taken from, if that is not the signer. */
      readonly from: string | undefined
      /** The token account it is taken from (Solana); its owner is read with the token metadata. */
      readonly source?: string | undefined
      readonly to: string
      readonly figure: DecodedAmount
      /** The least that the recipient gets, if the token charges a fee; read with the token metadata. */
      readonly arrives?: bigint | undefined
      /** By how much the sender's balance falls, if the token takes more than the amount; read with the token metadata. */
      readonly leaves?: bigint | undefined
      /** The destination chain, if it is not the chain of the request. */
      readonly beyond?: RemoteDestination | undefined
      /** The recipient is an account that the request opens for a program, not for the signer (Solana). */
      readonly isToProgram?: true | undefined
      /** `to` is a token account and not the wallet of its owner (Solana); read with the token metadata. */
      readonly tokenAccount?: TokenAccountHolder | undefined
    })
  | {
      readonly is: 'collectible'
      readonly from: string | undefined
      readonly to: string
      readonly collection: string
      readonly id: bigint
      readonly count: bigint
    }
  /** Native currency out of another account of the user, which no simulation shows among those of the signer (Solana). */
  | {
      readonly is: 'withdrawal'
      readonly kind: WithdrawalKind
      /** The account from which it is withdrawn. */
      readonly account: string
      /** Undefined: to the signer. */
      readonly to: string | undefined
      readonly figure: DecodedAmount
      readonly tokenAccount?: TokenAccountHolder | undefined
    }
  /** Destroyed tokens; `from` is their account if it is not the signer. */
  | {
      readonly is: 'burn'
      readonly from: string | undefined
      /** As in a transfer. */
      readonly source?: string | undefined
      readonly figure: DecodedAmount
    }
  /** A value of zero revokes an approval. */
  | (MayBeCollectible & {
      readonly is: 'approval'
      readonly spender: string
      readonly figure: DecodedAmount
      /** The id of the only NFT that the approval is for. */
      readonly collectible?: bigint | undefined
      readonly isUnlimited: boolean
      /** The account's balance, base units; read with the token metadata. */
      readonly holding?: bigint | undefined
      /** Seconds since 1970; undefined: until it is revoked. */
      readonly expiry?: bigint | undefined
    })
  | {
      readonly is: 'approval-for-all'
      readonly operator: string
      readonly collection: string
      readonly isGranted: boolean
    }
  /**
   * An approval by signature. It costs no fee, and the chain shows nothing of it before it is used. For EIP-3009 the spender
   * is the recipient; EIP-4494 is for one NFT.
   */
  | {
      readonly is: 'permit'
      readonly standard: 'EIP-2612' | 'DAI' | 'Permit2' | 'EIP-3009' | 'EIP-4494' | 'Spend permission'
      readonly spender: string
      readonly figure: DecodedAmount
      readonly isUnlimited: boolean
      /** The account's balance, base units; read with the token metadata. */
      readonly holding?: bigint | undefined
      /** The id of an NFT (EIP-4494). */
      readonly collectible?: bigint | undefined
      /** Seconds since 1970. */
      readonly deadline: bigint | undefined
    }
  /** What is known of the two sides before the simulation. */
  | {
      readonly is: 'swap'
      /** It gets a token on none of the widget's lists: its contract decides symbol and value. */
      readonly isUnlisted?: true
      readonly router: string
      /** The payer, if that is not the account: a router with what an earlier step left in it. */
      readonly payer?: string | undefined
      readonly pays: DecodedAmount | undefined
      readonly gets: DecodedAmount | undefined
      readonly to: string | undefined
    }
  | {
      readonly is: 'batch'
      readonly facts: readonly Fact[]
      /** The account that acts, if the request only submits its operation (ERC-4337). */
      readonly by?: string | undefined
    }
  | {
      readonly is: 'typed-data'
      readonly name: string | undefined
      readonly chain: ChainId | undefined
      readonly contract: string | undefined
      readonly primaryType: string
      readonly lines: readonly DecodedLine[]
      readonly purpose: TypedDataPurpose | undefined
      /** An order whose recipients are all other accounts. */
      readonly isToOther?: true | undefined
      /** `Permit2` or another well-known contract is named, but at a wrong address. */
      readonly isImpostor: boolean
    }
  /** The dApp acts for the account with its own keys, until the expiry and without another prompt (ERC-7715). */
  | {
      readonly is: 'session'
      /** Seconds since 1970. */
      readonly expiry: bigint
      /** Public keys that may act. */
      readonly keys: readonly string[]
      readonly permissions: readonly SessionPermission[]
      /** Other policies that the dApp passes to the wallet, by type; the widget does not know their meaning. */
      readonly policies: readonly DecodedLine[]
    }
  /**
   * EIP-7702: the account delegates to a contract; `undefined` chain means on every chain. `isOwn`: to the account contract of
   * our own wallet, which the wallet itself has added.
   */
  | {
      readonly is: 'authorisation'
      readonly delegate: string
      readonly chain: ChainId | undefined
      readonly isOwn?: true
    }
  /** `isDisguised`: the text has characters that reorder or hide parts of it. */
  | {
      readonly is: 'message'
      readonly text: string
      readonly isDisguised: boolean
      readonly doubt?: MessageRisk
    }
  /** A message that signs in (CAIP-122, EIP-4361): `domain` is the one that it names. */
  | {
      readonly is: 'sign-in'
      readonly domain: string
      readonly text: string
      readonly isDisguised: boolean
      readonly doubt?: MessageRisk
    }
  /** Bytes that cannot be decoded, or that are not what the request claims. */
  | { readonly is: 'blind'; readonly why: 'unreadable' | 'hash' | 'transaction'; readonly bytes: string }
  /** A known instruction or call that moves nothing by itself. */
  | {
      readonly is: 'known-call'
      readonly name: string
      readonly lines: readonly DecodedLine[]
      /** Maximum amount that it deposits in an account of the user, which is returned when that account is closed. */
      readonly deposit?: DecodedAmount | undefined
      /** What it locks: it stays the account's, and can be used again later (staking and votes on Polkadot). */
      readonly locked?: DecodedAmount | undefined
    }
  /**
   * An authority that another account gets: Solana's SetAuthority and Assign, a proxy on Polkadot, an operator on Ethereum.
   */
  | {
      readonly is: 'authority'
      /** The function, instruction or call as its standard names it. */
      readonly name: string
      readonly right: AuthorityKind
      readonly to: string | undefined
      /** Contract over which the authority is granted, if it is known. */
      readonly contract?: string | undefined
    }
  /** A term that the dApp fixes in addition to the calls. */
  | {
      readonly is: 'term'
      readonly name: TermName
      readonly figure?: DecodedAmount | undefined
      readonly text?: string | undefined
    }
  /** A network to add to the wallet (EIP-3085). */
  | {
      readonly is: 'network'
      readonly chain: ChainId
      readonly name: string
      /** Symbol and decimals of its native currency. */
      readonly symbol: string
      readonly decimals: number
      /** URLs of the nodes that the wallet will use. */
      readonly nodes: readonly string[]
      readonly explorers: readonly string[]
      /** All of it is from the deployment or the bundled table, and nothing from the dApp. */
      readonly isOwn: boolean
    }
  /** A token to show in the wallet (EIP-747), with the dApp's metadata. */
  | {
      readonly is: 'listing'
      readonly standard: 'ERC20' | 'ERC721' | 'ERC1155'
      readonly contract: string
      readonly symbol?: string | undefined
      readonly decimals?: number | undefined
      /** The id of an NFT. */
      readonly tokenId?: string | undefined
      /** An https or data URL. */
      readonly picture?: string | undefined
      /** Symbol and decimals are those of the bundled list. */
      readonly isListed: boolean
      /** The dApp or the contract uses the symbol of a well-known token. */
      readonly isImitation?: true
      /** What the contract itself reports; read with the token metadata. */
      readonly reported?: DecodedAsset | undefined
    }
  /** A known function is called on an unknown contract, which may do anything under that name. */
  | { readonly is: 'unknown-contract'; readonly contract: string; readonly getsCoins?: true | undefined }
  /**
   * A whole balance, whatever it is at execution. `of` is the asset of the account; without it the balance is that of
   * another account, such as a router, or of an unknown asset.
   */
  | {
      readonly is: 'transfer-all'
      readonly to: string
      readonly of?: { readonly contract: string | undefined } | undefined
      /** The balance is what a router has of the account's swaps, and another account gets it. */
      readonly isHeld?: true | undefined
      /** As in a transfer. */
      readonly tokenAccount?: TokenAccountHolder | undefined
    }
  /** It stays valid as long as its nonce account exists, not for a minute (Solana). */
  | { readonly is: 'durable'; readonly account: string }
  /** An unknown call. Without `to` it creates a contract. */
  | {
      readonly is: 'unknown-call'
      readonly to: string | undefined
      readonly selector: string | undefined
      readonly figure: DecodedAmount | undefined
      /**
       * It gets the account's signature or approvals, and may take what those cover. `unproven`: the widget does not know
       * whether it has any; only a simulation shows what it takes.
       */
      readonly mayTake: boolean | 'unproven'
    }

/** The facts of a dApp request. */
export type Description = {
  readonly account: string
  readonly chain: ChainId
  readonly facts: readonly Fact[]
}
