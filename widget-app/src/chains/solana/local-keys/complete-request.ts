import { type Address, getCompiledTransactionMessageEncoder } from '@solana/web3.js'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { CompleteRequest } from '../../local-keys.ts'
import { base64Of } from '../decode/decode-response.ts'
import { type ParsedTransaction, wireOf } from '../decode/parse-transaction.ts'
import type { RequestedTransaction } from '../wallet/parse-request.ts'
import { incomplete, noBlockhash, parseSignable } from './signable-request.ts'

/** Reads the latest blockhash of a node. @throws WidgetError `http/*`; ProviderRpcError of the node. */
export type ReadBlockhash = (rpc: JsonRpc) => Promise<{ readonly blockhash: string }>

/** The other required signers that have or have not signed. */
const othersOf = ({ transaction, account }: RequestedTransaction, isSigned: boolean): readonly Address[] =>
  [...transaction.signatures].flatMap(([signer, signature]) =>
    signer !== account && (signature !== undefined) === isSigned ? [signer] : [],
  )

/** The same transaction with another blockhash, without signatures. */
function withBlockhash({ message, signatures }: ParsedTransaction, blockhash: string): Uint8Array {
  const encoded = getCompiledTransactionMessageEncoder().encode({ ...message, lifetimeToken: blockhash })
  const none = [...signatures.keys()].map((signer) => [signer, undefined] as const)
  return wireOf(Uint8Array.from(encoded), new Map(none))
}

/**
 * `LocalKeys.complete` on Solana: sets the latest blockhash where the transaction has zeros. Anything else stays as it is.
 * @throws ProviderRpcError −32602 if that would invalidate another account's signature, or another account has to sign
 * before the transaction can be sent.
 */
export async function completeRequest(
  readBlockhash: () => ReturnType<ReadBlockhash>,
  connection: Connection,
  request: RpcRequest,
): Promise<CompleteRequest> {
  const parsed = parseSignable(connection, request)
  const { requested } = parsed
  if (requested.is !== 'transaction') return parsed.request
  if (requested.isSent && othersOf(requested, false).length > 0)
    throw incomplete('other accounts have to sign first')
  if (requested.transaction.message.lifetimeToken !== noBlockhash) return parsed.request
  if (othersOf(requested, true).length > 0) throw incomplete('the signed transaction has no blockhash')
  const { blockhash } = await readBlockhash()
  const transaction = base64Of(withBlockhash(requested.transaction, blockhash))
  const params = { ...parsed.request.params, transaction }
  return parseSignable(connection, { method: request.method, params }).request
}
