import type { ChainId } from '#shared/caip/chain-id.ts'
import type {
  AuthorityKind,
  BalanceChange,
  DecodedAmount,
  DecodedAsset,
  DecodedLine,
  MayBeCollectible,
  MessageRisk,
  RemoteDestination,
  SessionPermission,
  SimulatedTransfers,
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

/** One thing that a request does, in plain terms and the same for all ecosystems. */
export type Fact =
  | (MayBeCollectible & {
      readonly is: 'transfer'
      /** Whom it is taken from, where that is not the account that signs. */
      readonly from: string | undefined
      /** The token account that it is taken from (Solana); whose it is, is read with the figures. */
      readonly source?: string | undefined
      readonly to: string
      readonly figure: DecodedAmount
      /** What the receiver gets at least, where the token keeps some of it; read with the figures. */
      readonly arrives?: bigint | undefined
      /** What the giver has less of, where the token takes more than the amount; read with the figures. */
      readonly leaves?: bigint | undefined
      /** It is received there, and not on the chain of the request. */
      readonly beyond?: RemoteDestination | undefined
      /** It goes into an account that the request opens for a program, not for the account that signs (Solana). */
      readonly isToProgram?: true | undefined
      /** `to` is a token account and not the wallet of its owner (Solana); read with the figures. */
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
  /** Coins out of another account of the user's, which no run shows among those of the signer (Solana). */
  | {
      readonly is: 'withdrawal'
      readonly kind: WithdrawalKind
      /** The account that is withdrawn from. */
      readonly account: string
      /** Undefined: to the account that signs. */
      readonly to: string | undefined
      readonly figure: DecodedAmount
      readonly tokenAccount?: TokenAccountHolder | undefined
    }
  /** Tokens that are destroyed, out of whose account where that is not the one that signs. */
  | {
      readonly is: 'burn'
      readonly from: string | undefined
      /** As of a transfer. */
      readonly source?: string | undefined
      readonly figure: DecodedAmount
    }
  /** A value of zero takes an earlier approval back. */
  | (MayBeCollectible & {
      readonly is: 'approval'
      readonly spender: string
      readonly figure: DecodedAmount
      /** The id of an NFT, which is all that the approval is for. */
      readonly collectible?: bigint | undefined
      readonly isUnlimited: boolean
      /** What the account has of it now, base units; read with the figures. */
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
   * An approval by signature. It costs no fee, and the chain shows nothing of it before it is used. Of EIP-3009 the spender
   * is the receiver; EIP-4494 is for one NFT.
   */
  | {
      readonly is: 'permit'
      readonly standard: 'EIP-2612' | 'DAI' | 'Permit2' | 'EIP-3009' | 'EIP-4494' | 'Spend permission'
      readonly spender: string
      readonly figure: DecodedAmount
      readonly isUnlimited: boolean
      /** What the account has of it now, base units; read with the figures. */
      readonly holding?: bigint | undefined
      /** The id of an NFT (EIP-4494). */
      readonly collectible?: bigint | undefined
      /** Seconds since 1970. */
      readonly deadline: bigint | undefined
    }
  /** What is known of the two sides before it is simulated. */
  | {
      readonly is: 'swap'
      /** What it gets is a token on no list of the widget's: symbol and worth are what its contract makes them. */
      readonly isUnlisted?: true
      readonly router: string
      /** Who pays, where that is not the account: a router with what an earlier step left with it. */
      readonly payer?: string | undefined
      readonly pays: DecodedAmount | undefined
      readonly gets: DecodedAmount | undefined
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
      readonly lines: readonly DecodedLine[]
      readonly purpose: TypedDataPurpose | undefined
      /** An order whose receivers are all other accounts. */
      readonly isToOther?: true | undefined
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
      readonly policies: readonly DecodedLine[]
    }
  /** EIP-7702: the account hands itself to a contract; `undefined` chain means on every chain. */
  | { readonly is: 'authorisation'; readonly delegate: string; readonly chain: ChainId | undefined }
  /** `isDisguised`: the text has characters that reorder or hide parts of it. */
  | {
      readonly is: 'message'
      readonly text: string
      readonly isDisguised: boolean
      readonly doubt?: MessageRisk
    }
  /** A message that signs in (CAIP-122, EIP-4361): `domain` is what it says of itself. */
  | {
      readonly is: 'sign-in'
      readonly domain: string
      readonly text: string
      readonly isDisguised: boolean
      readonly doubt?: MessageRisk
    }
  /** Bytes which nobody can read, or which are something else than they are handed out as. */
  | { readonly is: 'blind'; readonly why: 'unreadable' | 'hash' | 'transaction'; readonly bytes: string }
  /** An instruction or call that is known and moves nothing by itself. */
  | {
      readonly is: 'known-call'
      readonly name: string
      readonly lines: readonly DecodedLine[]
      /** The most that it puts into an account of the user's own, which gives it back when it is closed. */
      readonly deposit?: DecodedAmount | undefined
      /** What it locks: it stays the account's, and can be used again later (staking and votes on Polkadot). */
      readonly locked?: DecodedAmount | undefined
    }
  /** A right that another account gets: Solana's SetAuthority and Assign, a proxy on Polkadot, an operator on Ethereum. */
  | {
      readonly is: 'authority'
      /** The function, instruction or call as its standard names it. */
      readonly name: string
      readonly right: AuthorityKind
      readonly to: string | undefined
      /** Contract over which the right is given, where it is known. */
      readonly contract?: string | undefined
    }
  /** A term that the site fixes beside the calls. */
  | {
      readonly is: 'term'
      readonly name: TermName
      readonly figure?: DecodedAmount | undefined
      readonly text?: string | undefined
    }
  /** A network that the wallet is asked to add (EIP-3085). */
  | {
      readonly is: 'network'
      readonly chain: ChainId
      readonly name: string
      /** What its currency is called and counted in. */
      readonly symbol: string
      readonly decimals: number
      /** URLs of the nodes that the wallet will read it from. */
      readonly nodes: readonly string[]
      readonly explorers: readonly string[]
      /** All of it is what the deployment or the bundled table says, and nothing the site's. */
      readonly isOwn: boolean
    }
  /** A token that the wallet is asked to show (EIP-747), with what the site says of it. */
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
      /** The site or the contract calls it by the symbol of a famous token. */
      readonly isImitation?: true
      /** What the contract itself reports; read with the figures. */
      readonly reported?: DecodedAsset | undefined
    }
  /** A known function is called on a contract that the widget does not know: it may do anything under that name. */
  | { readonly is: 'unknown-contract'; readonly contract: string; readonly getsCoins?: true | undefined }
  /**
   * All of a balance, however much that is by then. `of` says of which asset of the account; without it the balance is that of
   * another account, such as a router's, or of an unknown asset.
   */
  | {
      readonly is: 'transfer-all'
      readonly to: string
      readonly of?: { readonly contract: string | undefined } | undefined
      /** The balance is what a router holds of the account's swaps, and another account gets it. */
      readonly isHeld?: true | undefined
      /** As of a transfer. */
      readonly tokenAccount?: TokenAccountHolder | undefined
    }
  /** It stays valid for as long as a nonce account stands, not for a minute (Solana). */
  | { readonly is: 'durable'; readonly account: string }
  /** The widget does not know what it does. Without `to` it creates a contract. */
  | {
      readonly is: 'unknown-call'
      readonly to: string | undefined
      readonly selector: string | undefined
      readonly figure: DecodedAmount | undefined
      /**
       * It gets the account's signature or approvals, and may take what those cover. `unproven`: the widget does not know
       * whether it has any; only a run shows what it takes.
       */
      readonly mayTake: boolean | 'unproven'
    }

/** A request of a dApp in plain terms. */
export type Description = {
  readonly account: string
  readonly chain: ChainId
  readonly facts: readonly Fact[]
}

/** What a run of the request on the chain as it stands now says. */
export type Simulation =
  | {
      readonly is: 'runs'
      /** Of the account that signs; the fee is not part of them. */
      readonly changes: readonly BalanceChange[]
      /** Rights that the run hands out, in the request's own calls or inside of contracts: approvals, operators, authorities. */
      readonly grants: readonly Fact[]
      /** Undefined where the chain reports no receivers. */
      readonly moves?: SimulatedTransfers | undefined
      /**
       * The node reported only a part of what changes, or could not run the request the way the wallet will: a contract may
       * behave differently then.
       */
      readonly isPartial: boolean
      /** Native currency, base units; `undefined` where the chain does not tell. */
      readonly fee: bigint | undefined
    }
  | { readonly is: 'fails'; readonly reason: string | undefined }
  /** The chain cannot run it, but tells what it costs. */
  | { readonly is: 'priced'; readonly fee: bigint }
