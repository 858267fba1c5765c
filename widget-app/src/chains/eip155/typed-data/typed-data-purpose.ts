import type { TypedDataPurpose } from '../../fact-kinds.ts'
import type { CanonicalTypedData } from '../canonical/canonical-typed-data.ts'
import { isSameHex } from '../hex.ts'
import { isRecurring } from './typed-data-authorities.ts'
import {
  addressOf,
  allStructs,
  type Fields,
  hasMember,
  messageFields,
  structsOf,
  uintOf,
  wordAddressesOf,
} from './typed-data-fields.ts'
import { isHarmlessData } from './typed-data-harmless.ts'

const address = /^address$/
const bytes = /^bytes$/
const uint = /^uint\d+$/
const anyName = /^/

/** The struct's name without a prefix such as `HyperliquidTransaction:`. */
const nameOf = (type: string): string => type.slice(type.lastIndexOf(':') + 1)

const isSafeTransaction = (fields: Fields): boolean =>
  /^SafeTx/.test(fields.type) ||
  (hasMember(fields, /^to$/, address) &&
    hasMember(fields, /^data$/, bytes) &&
    hasMember(fields, /^operation$/, uint))

const isUserOperation = (fields: Fields): boolean =>
  /UserOp(?:eration)?$|^SafeOp$/.test(nameOf(fields.type)) || hasMember(fields, /^callData$/, bytes)

const orderName =
  /(?:^|[a-z\d_])(?:Orders?(?:V\d+)?(?:With[A-Z]\w*)?|OrderComponents|Offer|Listing|Bid|Ask|Maker|Swap|Intent)$/
const givenAsset =
  /^(?:maker|sell|offer|offered|input|give|from|src)(?:Asset|Token|Currency)(?:Address)?$|^token(?:In|Sell|From|Give)$|^(?:collection|nft|nftContract|nftAddress)$/
const pricePattern = /(?:amount|price)/i

/** Offers by name, or an asset together with an amount or a price. */
const isOrder = (fields: Fields): boolean =>
  orderName.test(nameOf(fields.type)) ||
  addressOf(fields, /^offerer$/) !== undefined ||
  (addressOf(fields, givenAsset) !== undefined && uintOf(fields, pricePattern) !== undefined)

const hashTypes = /^bytes(?:32)?(?:\[\d*\])*$/

/** The root of a tree of orders, their hashes, or the orders themselves in a list. */
const isBulkOrder = (typed: CanonicalTypedData, fields: Fields): boolean =>
  /^BulkOrder|^(?:Merkle)?Root$/.test(nameOf(fields.type)) ||
  (hasMember(fields, /root$/i, /^bytes32$/) && fields.members.length === 1) ||
  (orderName.test(nameOf(fields.type)) && fields.members.every(({ type }) => hashTypes.test(type))) ||
  structsOf(typed, fields, /^tree$|orders$/i).some(isOrder)

const recipientNames = /^(?:to|recipient|receiver|beneficiary|payee|destination)(?:Address)?$/

const feePattern = /fee|royalt/i

/** Other accounts' share of what the account gives is not a fee from this fraction on (one tenth). */
const largeShareDivisor = 10n

/** What a struct moves: the token that it names and the maximum amount; 1 if it names no amount. */
const movedPart = (fields: Fields) => ({
  token: addressOf(fields, /token|asset|currency/i)?.toLowerCase(),
  amount: uintOf(fields, /amount|value|quantity/i) ?? 1n,
})

/**
 * Whether the proceeds of an order go to other accounts: it names recipients, at any depth, and others get more of a token
 * than the account. The witness of a Permit2 transfer is an order with any name. Zero stands for the signer (CoW, 1inch),
 * and if only fees have recipients, the rest is the signer's (0x). Fees of bids are in the token that the signer gives.
 */
export function paysOtherAccounts(typed: CanonicalTypedData, account: string): boolean {
  const structs = allStructs(typed, messageFields(typed))
  if (!structs.some((fields) => isOrder(fields) || hasMember(fields, /^witness$/, anyName))) return false
  const parts = structs
    .filter(({ type }) => !feePattern.test(type))
    .map((fields) => ({ ...movedPart(fields), recipients: wordAddressesOf(fields, recipientNames) }))
  const sumOf = (token: string | undefined, isCounted: (receivers: readonly string[]) => boolean): bigint =>
    parts.reduce(
      (sum, one) => (one.token === token && isCounted(one.recipients) ? sum + one.amount : sum),
      0n,
    )
  const includesAccount = (receivers: readonly string[]) => receivers.some((one) => isSameHex(one, account))
  const isOtherAccounts = (receivers: readonly string[]) =>
    !includesAccount(receivers) && receivers.some((one) => BigInt(one) !== 0n)
  return parts.some(({ token }) => {
    const spent = sumOf(token, (receivers) => receivers.length === 0)
    const paidToOthers = sumOf(token, isOtherAccounts)
    return (
      paidToOthers > sumOf(token, includesAccount) &&
      (spent === 0n || paidToOthers * largeShareDivisor >= spent)
    )
  })
}

const delegationName =
  /^(?:Delegat|Authoriz|Agent$|ApproveAgent|Session|EnableSession|(?:Set)?Operator|Revoke?Key|AddKey)/
const delegateNames =
  /^(?:delegate|delegatee|agent|agentAddress|authorized|manager|operator|sessionKey|keeper|implementation)$/

/** Accounts that may sign for the account, also as a text: `ConvertToMultiSigUser` of Hyperliquid has JSON. */
const signers = /^(?:signers?|authorizedUsers?|owners|cosigners?)$/

/**
 * Another account acts for the account: by name, by a member for the acting account, with an allowance that restarts, or
 * with the members of EIP-7702.
 */
const isDelegation = (fields: Fields): boolean =>
  delegationName.test(nameOf(fields.type)) ||
  addressOf(fields, delegateNames) !== undefined ||
  hasMember(fields, signers, /^(?:string|bytes|(?:address|bytes32)\[\d*\])$/) ||
  isRecurring(fields) ||
  (hasMember(fields, /^chainId$/, uint) &&
    hasMember(fields, /^(?:address|contractAddress)$/, address) &&
    hasMember(fields, /^nonce$/, uint))

const callBytes = /^(?:data|callData|calldata|functionSignature|functionCall|encodedFunction|payload|txData)$/

/** Calldata together with an address, alone or in a list of calls. */
const isCall = (fields: Fields): boolean =>
  hasMember(fields, callBytes, bytes) && hasMember(fields, anyName, address)

const isForwardRequest = (typed: CanonicalTypedData, fields: Fields): boolean =>
  /Forward|^MetaTransaction$|^RelayRequest$/.test(nameOf(fields.type)) ||
  isCall(fields) ||
  structsOf(typed, fields, anyName).some(isCall)

/** Names of structs whose signature lets its holder move assets of the account, on a chain or an exchange. */
const moveNames =
  /(?:Send|Transfer(?:From|WithSig)?|Withdraw(?:al)?(?:Request)?|Redeem|Burn|Approve|Claim|Payment|Bridge)$/
const recipientMember = /^(?:to|recipient|receiver|destination|payee|beneficiary|guy|dst|spender)$/
const amountMember = /^(?:amount|value|allowance|wad|quantity|assets|shares|sum|tokenId)$/

/** A transfer, withdrawal or approval by signature: by name, or by an amount together with a recipient. */
const isMove = (fields: Fields): boolean =>
  moveNames.test(nameOf(fields.type)) ||
  // Exchanges write both as text: Hyperliquid's `UsdSend` has strings.
  (hasMember(fields, recipientMember, /^(?:address|string)$/) &&
    hasMember(fields, amountMember, /^(?:u?int\d+|string)$/))

/** zkSync Era's transactions of type 113 are typed data: accounts are numbers, `data` is the calldata. */
const isTypedTransaction = (fields: Fields): boolean =>
  hasMember(fields, /^(?:txType|transactionType)$/, uint) ||
  (nameOf(fields.type) === 'Transaction' && hasMember(fields, callBytes, bytes))

/**
 * The purpose of EIP-712 data, by the names of well-known standards and by typical members. Each is enough, because a
 * purpose is a warning. The order matters if one struct has the members of several.
 */
export function purposeOf(typed: CanonicalTypedData): TypedDataPurpose | undefined {
  const fields = messageFields(typed)
  if (isSafeTransaction(fields)) return 'safe-transaction'
  if (isUserOperation(fields)) return 'user-operation'
  if (isBulkOrder(typed, fields)) return 'bulk-order'
  if (isOrder(fields)) return 'order'
  if (isDelegation(fields)) return 'delegation'
  return isForwardRequest(typed, fields) || isTypedTransaction(fields) ? 'forward-request' : undefined
}

/**
 * The purpose of data without authorities or a well-known purpose: a move of funds by its members, or unknown. Unknown data
 * is also classified by whether it may name another account or an amount.
 */
export function supposedPurpose(typed: CanonicalTypedData, account: string): TypedDataPurpose {
  if (allStructs(typed, messageFields(typed)).some(isMove)) return 'signed-move'
  return isHarmlessData(typed, account) ? 'unknown-typed-data' : 'unknown-typed-value'
}
