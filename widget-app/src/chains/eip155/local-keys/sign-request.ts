import { bytesToHex, hashAuthorization, hashMessage, hexToBytes, keccak256 } from 'viem/utils'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { type CompleteRequest, keyConnection, type LocalKey, otherNetwork } from '../../local-keys.ts'
import type { CanonicalAuthorization, CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import { membersOf } from '../canonical/canonical-values.ts'
import { transactionOfBundle } from '../canonical/own-batch.ts'
import type { OperationRequest } from '../canonical/sponsored-fields.ts'
import type { Hex } from '../hex.ts'
import { authorizationDigest, operationDigest } from '../sponsorship/user-operation.ts'
import { authorizationFields, serializeComplete, type TransactionSignature } from './serialize-transaction.ts'
import { incomplete, operationOf, parseSignable } from './signable-request.ts'

type Eip155Key = Extract<LocalKey, { namespace: 'eip155' }>

/** A signed text or typed data: 65 bytes r, s and v (27 or 28). */
export type SignedData = { readonly signature: Hex }

/** A signed transaction, and its hash. */
export type SignedTransaction = { readonly raw: Hex; readonly hash: Hex }

/** A signed user operation; its hash is the digest that was signed. `authorization`: of one that also delegates the account. */
export type SignedOperation = { readonly signature: Hex; readonly authorization?: Hex }

function signDigest(key: Eip155Key, digest: Hex): Hex {
  const signature = key.signDigest(hexToBytes(digest))
  const v = signature[64]
  if (signature.length !== 65 || (v !== 27 && v !== 28))
    throw new ProviderRpcError(providerCodes.internal, 'The key made no signature')
  return bytesToHex(signature)
}

/** A signature of 65 bytes in its parts. */
export const partsOf = (signature: Hex): TransactionSignature => ({
  r: `0x${signature.slice(2, 66)}`,
  s: `0x${signature.slice(66, 130)}`,
  yParity: signature.endsWith('1c') ? 1 : 0,
})

/** The parser takes a missing chain from the connection; a complete transaction names its own. */
function requireNamedChain({ params }: CompleteRequest): void {
  const [transaction]: readonly unknown[] = Array.isArray(params) ? params : []
  if (membersOf(transaction, 'transaction').chainId === undefined) throw incomplete('chainId')
}

/** Signs an authorization that this wallet has made itself (`transactionOfBundle`); a request cannot contain one. */
function signAuthorization(key: Eip155Key, authorization: CanonicalAuthorization): CanonicalAuthorization {
  const { r, s, yParity } = partsOf(signDigest(key, hashAuthorization(authorizationFields(authorization))))
  return { ...authorization, signature: { r: BigInt(r), s: BigInt(s), yParity: BigInt(yParity) } }
}

function signTransaction(key: Eip155Key, complete: CanonicalTransaction): SignedTransaction {
  const authorizations = complete.authorizations?.map((one) => signAuthorization(key, one))
  const transaction = { ...complete, authorizations }
  const signature = partsOf(signDigest(key, keccak256(serializeComplete(transaction))))
  const raw = serializeComplete(transaction, signature)
  return { raw, hash: keccak256(raw) }
}

/** Signs the operation that this wallet makes of a request, and its authorization. */
function signOperation(key: Eip155Key, operation: OperationRequest): SignedOperation {
  const digest = authorizationDigest(operation)
  return {
    signature: signDigest(key, operationDigest(operation)),
    ...(digest !== undefined && { authorization: signDigest(key, digest) }),
  }
}

/**
 * `LocalKeys.sign` on EVM chains: texts (EIP-191), typed data (EIP-712), complete transactions of type 0, 1 and 2, and complete
 * bundles, whose transaction may delegate the account to our account contract, and user operations of sponsored requests.
 */
export async function signRequest(
  key: LocalKey,
  request: CompleteRequest,
  chain: ChainId,
): Promise<SignedData | SignedTransaction | SignedOperation> {
  if (key.namespace !== 'eip155') throw otherNetwork()
  const parsed = parseSignable(keyConnection(key, chain), request)
  const operation = operationOf(parsed)
  if (operation) {
    requireNamedChain(request)
    return signOperation(key, operation)
  }
  switch (parsed.is) {
    case 'message':
      return { signature: signDigest(key, hashMessage({ raw: parsed.bytes })) }
    case 'typed-data':
      return { signature: signDigest(key, parsed.typed.digest) }
    case 'transaction':
      requireNamedChain(request)
      return signTransaction(key, parsed.transaction)
    case 'bundle':
      requireNamedChain(request)
      return signTransaction(key, transactionOfBundle(parsed.bundle))
  }
}
