import type {
  TransactionSerializableEIP1559,
  TransactionSerializableEIP2930,
  TransactionSerializableEIP7702,
  TransactionSerializableLegacy,
} from 'viem'
import { hexToNumber, serializeTransaction } from 'viem/utils'
import { chainReference } from '#shared/caip/chain-id.ts'
import type { CanonicalAuthorization, CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import { invalid } from '../canonical/canonical-values.ts'
import { type Hex, toQuantity } from '../hex.ts'
import { incomplete } from './signable-request.ts'

type Fields =
  | TransactionSerializableLegacy
  | TransactionSerializableEIP2930
  | TransactionSerializableEIP1559
  | TransactionSerializableEIP7702

/** A signature of a transaction; `yParity` 0 or 1. */
export type TransactionSignature = { readonly r: Hex; readonly s: Hex; readonly yParity: number }

const required = <Value>(value: Value | undefined, name: string): Value => {
  if (value === undefined) throw incomplete(name)
  return value
}

/** A number that viem takes as one. @throws ProviderRpcError −32602 above 2^53 − 1. */
function toNumber(value: bigint, name: string): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw invalid(name)
  return hexToNumber(toQuantity(value))
}

function feesOf(transaction: CanonicalTransaction) {
  const maxFeePerGas = required(transaction.maxFeePerGas, 'maxFeePerGas')
  const maxPriorityFeePerGas = required(transaction.maxPriorityFeePerGas, 'maxPriorityFeePerGas')
  // No node accepts a tip above the fee limit.
  if (maxPriorityFeePerGas > maxFeePerGas) throw invalid('maxPriorityFeePerGas')
  return { maxFeePerGas, maxPriorityFeePerGas }
}

/** The fields of an authorization whose hash is signed (EIP-7702). @throws ProviderRpcError −32602 without a nonce. */
export const authorizationFields = ({ address, chain, nonce }: CanonicalAuthorization) => ({
  address,
  chainId: toNumber(chain, 'authorizationList chainId'),
  nonce: toNumber(required(nonce, 'authorizationList nonce'), 'authorizationList nonce'),
})

const asWord = (value: bigint): Hex => `0x${toQuantity(value).slice(2).padStart(64, '0')}`

function signedAuthorization(authorization: CanonicalAuthorization) {
  const { r, s, yParity } = required(authorization.signature, 'authorizationList signature')
  return {
    ...authorizationFields(authorization),
    r: asWord(r),
    s: asWord(s),
    yParity: toNumber(yParity, 'authorizationList yParity'),
  }
}

/**
 * The fields of a complete transaction that are signed: of type 0 with EIP-155, 1, 2, or 4 with signed authorizations.
 * @throws ProviderRpcError −32602 if one is missing, or of another type.
 */
function fieldsOf(transaction: CanonicalTransaction): Fields {
  const { to, value, data, chain } = transaction
  const base = {
    chainId: toNumber(BigInt(chainReference(chain)), 'chainId'),
    nonce: toNumber(required(transaction.nonce, 'nonce'), 'nonce'),
    gas: required(transaction.gas, 'gas'),
    ...{ to, value, data },
  }
  const accessList = (transaction.accessList ?? []).map(({ address, storageKeys }) => ({
    address,
    storageKeys: [...storageKeys],
  }))
  switch (required(transaction.type, 'type')) {
    case 0n:
      return { type: 'legacy', ...base, gasPrice: required(transaction.gasPrice, 'gasPrice') }
    case 1n:
      return { type: 'eip2930', ...base, gasPrice: required(transaction.gasPrice, 'gasPrice'), accessList }
    case 2n:
      return { type: 'eip1559', ...base, ...feesOf(transaction), accessList }
    case 4n: {
      const authorizationList = required(transaction.authorizations, 'authorizationList').map(
        signedAuthorization,
      )
      return {
        ...{ type: 'eip7702' as const, ...base, ...feesOf(transaction), accessList, authorizationList },
        to: required(to, 'to'),
      }
    }
    default:
      throw invalid('type')
  }
}

/**
 * Serializes a complete transaction: without a signature the bytes whose hash is signed, with one the bytes that a node gets.
 * @throws ProviderRpcError −32602 if a field is missing or out of range.
 */
export function serializeComplete(transaction: CanonicalTransaction, signature?: TransactionSignature): Hex {
  const fields = fieldsOf(transaction)
  if (signature === undefined) return serializeTransaction(fields)
  const { r, s, yParity } = signature
  return serializeTransaction(fields, { r, s, yParity, v: BigInt(27 + yParity) })
}
