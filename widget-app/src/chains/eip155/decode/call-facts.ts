import type { AuthorityKind } from '../../fact-kinds.ts'
import type { DecodedAmount, Fact } from '../../request-facts.ts'
import { parseWalletChain } from '../chain-number.ts'
import { type Hex, isSameHex, toQuantity } from '../hex.ts'

/** A call as a transaction or a batch makes it. */
export type Call = { readonly to: Hex | undefined; readonly value: bigint; readonly data: Hex }

/** Amounts from here on count as unlimited: no supply comes near, and dApps use several such numbers. */
const unlimitedThreshold = 2n ** 95n

export const isUnlimited = (value: bigint): boolean => value >= unlimitedThreshold

/** Uniswap's Permit2: the same address on every chain except those of the next constant. */
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** Permit2 on ZKsync and Abstract, where addresses are derived differently (`@uniswap/permit2-sdk`). */
export const permit2OfZksync = '0x0000000000225e31D15943971F47aD3022F714Fa'

/** An amount of the native currency, base units. */
export const nativeAmount = (value: bigint): DecodedAmount => ({ value, contract: undefined })

/** An amount of a token, base units. */
export const tokenAmount = (contract: Hex, value: bigint): DecodedAmount => ({ value, contract })

/** A call that no decoder knows, with its native value. The account may have an earlier approval for any contract. */
export const unknownCall = ({ to, value, data }: Call, mayTake: true | 'unproven'): Fact => ({
  is: 'unknown-call',
  to,
  selector: data.length >= 10 ? data.slice(0, 10) : undefined,
  figure: value > 0n ? nativeAmount(value) : undefined,
  mayTake,
})

/** Native currency that goes to a contract in addition to what its function uses. */
export const nativeTransfer = (to: Hex, value: bigint): Fact => ({
  is: 'transfer',
  from: undefined,
  to,
  figure: nativeAmount(value),
})

type Swap = Extract<Fact, { is: 'swap' }>

/** Both sides of a swap as far as the call shows them, and the recipient of its result. */
export const swapFact = (
  router: Hex,
  pays: DecodedAmount | undefined,
  gets: DecodedAmount | undefined,
  to: string | undefined,
): Swap => ({ is: 'swap', router, pays, gets, to })

/** The account that something is taken from, if that is not the signer. */
export const otherSender = (from: Hex, account: string): string | undefined =>
  isSameHex(from, account) ? undefined : from

/** NFTs that leave an account, `count` of one id. */
export const collectibleFact = (
  from: Hex,
  to: Hex,
  collection: Hex,
  account: string,
  id: bigint,
  count: bigint,
): Fact => ({
  is: 'collectible',
  from: otherSender(from, account),
  to,
  collection,
  id,
  count,
})

/**
 * What a delegate of `delegate(address)` (ERC-5805) may do: vote, if the contract is a token of the bundled list. Another
 * contract may give the function any meaning.
 */
export const delegateAuthority = (isListed: boolean): AuthorityKind => (isListed ? 'votes' : 'account')

/**
 * The account's delegation to a contract (EIP-7702), on a chain by its number or, for zero, on all. The zero address ends an
 * earlier delegation.
 */
export const authorizationFact = (delegate: Hex, chain: bigint): Fact =>
  BigInt(delegate) === 0n
    ? { is: 'known-call', name: 'EIP-7702', lines: [{ label: 'delegate', value: delegate }] }
    : {
        is: 'authorisation',
        delegate,
        chain: chain === 0n ? undefined : parseWalletChain(toQuantity(chain)),
      }

/** An approval of an amount, base units. */
export const approvalFact = (spender: string, contract: Hex, value: bigint, expiry?: bigint) => ({
  is: 'approval' as const,
  spender,
  figure: tokenAmount(contract, value),
  isUnlimited: isUnlimited(value),
  ...(expiry === undefined ? {} : { expiry }),
})
