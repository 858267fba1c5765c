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

/** Mints and amounts an address holds of a token program, from the node itself. */
export async function tokensOf(
  { stack }: TestWorld,
  owner: string,
  programId = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
): Promise<(readonly [string, string])[]> {
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
