import * as z from 'zod/mini'
import type { TestWorld } from './world.ts'

/** Lamports of an address, from the node itself. */
export async function lamports({ stack }: TestWorld, address: string): Promise<bigint> {
  const response = await fetch(stack.solana.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] }),
  })
  const answer = z.object({ result: z.object({ value: z.int() }) })
  return BigInt(z.parse(answer, await response.json()).result.value)
}

/** Takes its token accounts from an address, so that a dApp may make them once more. */
export async function removeTokenAccounts({ stack }: TestWorld, owner: string): Promise<void> {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(stack.solana.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return z.parse(z.object({ result: z.unknown() }), await response.json()).result
  }
  const programId = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const held = await ask('getTokenAccountsByOwner', [owner, { programId }, { encoding: 'base64' }])
  const list = z.object({ value: z.array(z.object({ pubkey: z.string() })) })
  for (const { pubkey } of z.parse(list, held).value) await ask('svm_removeAccount', [pubkey])
}

/** Mints and amounts an address holds, from the node itself. */
export async function tokensOf({ stack }: TestWorld, owner: string): Promise<(readonly [string, string])[]> {
  const programId = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
  const params = [owner, { programId }, { encoding: 'jsonParsed' }]
  const response = await fetch(stack.solana.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getTokenAccountsByOwner', params }),
  })
  const info = z.object({ mint: z.string(), tokenAmount: z.object({ uiAmountString: z.string() }) })
  const account = z.object({ account: z.object({ data: z.object({ parsed: z.object({ info }) }) }) })
  const answer = z.object({ result: z.object({ value: z.array(account) }) })
  return z
    .parse(answer, await response.json())
    .result.value.map(({ account: { data } }) => [
      data.parsed.info.mint,
      data.parsed.info.tokenAmount.uiAmountString,
    ])
}
