import { decodeBase58, encodeBase58 } from '#shared/caip/base58.ts'
import { readPageConfig } from '../../wallets/page-config.ts'
import { getMember, waitUntil } from './suite-case.ts'

/** Calls the local node. @throws Error when the world has no Solana node, or the node returns an error. */
async function callNode(method: string, ...params: unknown[]): Promise<unknown> {
  const { solana } = readPageConfig()
  if (solana === undefined) throw new Error('The world has no Solana node')
  const response = await fetch(new URL(solana.rpcUrl, location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const rpcResponse: unknown = await response.json()
  const result = getMember(rpcResponse, 'result')
  if (result === undefined) throw new Error(JSON.stringify(rpcResponse))
  return result
}

const systemProgram = new Uint8Array(32)

/** Creates an unsigned transaction that sends lamports from an account to itself, serialized in a version. */
export async function transferToSelf(
  { publicKey }: { readonly publicKey: ArrayLike<number> },
  version: 'legacy' | 0,
  lamports: number,
): Promise<Uint8Array> {
  const latest = getMember(await callNode('getLatestBlockhash'), 'value')
  const blockhash = decodeBase58(String(getMember(latest, 'blockhash')))
  if (blockhash === undefined) throw new Error('The node gave no blockhash')
  const data = new DataView(new ArrayBuffer(12))
  data.setUint32(0, 2, true)
  data.setBigUint64(4, BigInt(lamports), true)
  // One writable signer, and one read-only program.
  const head = [...(version === 0 ? [0x80] : []), 1, 0, 1]
  const keys = [2, ...Array.from(publicKey), ...systemProgram]
  const instruction = [1, 1, 2, 0, 0, 12, ...new Uint8Array(data.buffer)]
  const lookups = version === 0 ? [0] : []
  const signatures = [1, ...new Uint8Array(64)]
  return Uint8Array.from([...signatures, ...head, ...keys, ...blockhash, ...instruction, ...lookups])
}

/** Waits until the chain has a transaction. @throws Error when the transaction fails, or on a timeout. */
export async function waitForTransaction(signature: Uint8Array, patienceMs: number): Promise<void> {
  await waitUntil(async () => {
    const statuses = getMember(await callNode('getSignatureStatuses', [encodeBase58(signature)]), 'value')
    const status: unknown = Array.isArray(statuses) ? statuses[0] : undefined
    if (getMember(status, 'err')) throw new Error(`The transaction failed: ${JSON.stringify(status)}`)
    return typeof getMember(status, 'confirmationStatus') === 'string'
  }, patienceMs)
}
