import { fromBase58, toBase58 } from '../../wallets/base58.ts'
import { readPageConfig } from '../../wallets/page-config.ts'
import { member, until } from './suite-case.ts'

/** Asks the local node. @throws Error when the world has none, or it says so. */
async function askNode(method: string, ...params: unknown[]): Promise<unknown> {
  const { solana } = readPageConfig()
  if (solana === undefined) throw new Error('The world has no Solana node')
  const response = await fetch(new URL(solana.rpcUrl, location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const answer: unknown = await response.json()
  const result = member(answer, 'result')
  if (result === undefined) throw new Error(JSON.stringify(answer))
  return result
}

const systemProgram = new Uint8Array(32)

/** An unsigned transaction that sends lamports from an account to itself, in the wire form of a version. */
export async function transferToSelf(
  { publicKey }: { readonly publicKey: ArrayLike<number> },
  version: 'legacy' | 0,
  lamports: number,
): Promise<Uint8Array> {
  const latest = member(await askNode('getLatestBlockhash'), 'value')
  const blockhash = fromBase58(String(member(latest, 'blockhash')))
  if (blockhash === undefined) throw new Error('The node gave no blockhash')
  const data = new DataView(new ArrayBuffer(12))
  data.setUint32(0, 2, true)
  data.setBigUint64(4, BigInt(lamports), true)
  // One signer that writes, and one program that does not.
  const head = [...(version === 0 ? [0x80] : []), 1, 0, 1]
  const keys = [2, ...Array.from(publicKey), ...systemProgram]
  const instruction = [1, 1, 2, 0, 0, 12, ...new Uint8Array(data.buffer)]
  const lookups = version === 0 ? [0] : []
  const signatures = [1, ...new Uint8Array(64)]
  return Uint8Array.from([...signatures, ...head, ...keys, ...blockhash, ...instruction, ...lookups])
}

/** Waits until the chain has a transaction. @throws Error when it failed there, or did not come. */
export async function landed(signature: Uint8Array, patienceMs: number): Promise<void> {
  await until(async () => {
    const statuses = member(await askNode('getSignatureStatuses', [toBase58(signature)]), 'value')
    const status: unknown = Array.isArray(statuses) ? statuses[0] : undefined
    if (member(status, 'err')) throw new Error(`The transaction failed: ${JSON.stringify(status)}`)
    return typeof member(status, 'confirmationStatus') === 'string'
  }, patienceMs)
}
