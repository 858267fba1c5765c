import { hexToBytes } from 'viem/utils'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import { notSigned, refuseWalletProof } from '../../local-keys.ts'
import { checkChain } from '../canonical/canonical-values.ts'
import type { OperationRequest } from '../canonical/sponsored-fields.ts'
import { type ParsedRequest, parseRequest } from '../wallet/request-parser.ts'

/** A request that our own wallet signs, after its one parse. */
export type SignableRequest = Extract<
  ParsedRequest,
  { is: 'message' | 'typed-data' | 'transaction' | 'bundle' }
>

/** Names of structs with which entry points verify user operations (ERC-4337). */
const userOperationName = /UserOp(?:eration)?$/

/**
 * Parses a request by the parser of all dApp requests, and rejects what the wallet does not sign: other methods, proofs
 * of its own keys, user operations, and authorizations (EIP-7702), which would give the account to a contract.
 * @throws ProviderRpcError 4200, −32602, 4100 for an account that is not connected, 4901 for data of another chain.
 */
export function parseSignable(connection: Connection, request: RpcRequest): SignableRequest {
  const parsed = parseRequest(connection, request)
  switch (parsed.is) {
    case 'message':
      refuseWalletProof(hexToBytes(parsed.bytes))
      return parsed
    case 'typed-data': {
      const { domain, primaryType } = parsed.typed
      if (userOperationName.test(primaryType)) throw notSigned('user operations')
      checkChain(connection, domain.chainId === undefined ? undefined : String(domain.chainId))
      return parsed
    }
    case 'transaction':
      if (parsed.transaction.authorizations !== undefined) throw notSigned('authorizations')
      // Only a bundler takes one, and no site gets it.
      if (parsed.transaction.operation && !parsed.isSent) throw notSigned('user operations')
      return parsed
    case 'bundle':
      return parsed
    default:
      throw notSigned(request.method)
  }
}

/** The error of a transaction without a field that is signed. */
export const incomplete = (name: string) =>
  new ProviderRpcError(providerCodes.invalidParams, `The transaction has no ${name}`)

/** The user operation of a request whose fee the operator pays; undefined for every other request. */
export function operationOf(parsed: SignableRequest): OperationRequest | undefined {
  if (parsed.is === 'bundle') {
    const { from, chain, calls, operation: fields } = parsed.bundle
    return fields && { from, chain, calls, fields }
  }
  if (parsed.is !== 'transaction') return undefined
  const { from, chain, to, value, data, operation: fields } = parsed.transaction
  return fields && { from, chain, calls: [{ to, value, data }], fields }
}
