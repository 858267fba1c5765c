import * as z from '#shared/zod.ts'
import type { TestWorld } from './world.ts'

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'

async function callNode({ stack }: TestWorld, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(stack.solana.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return z.parse(z.object({ result: z.unknown() }), await response.json()).result
}

/** Lamports of an address, by the node. */
export async function lamports(world: TestWorld, address: string): Promise<bigint> {
  return BigInt(z.parse(z.object({ value: z.int() }), await callNode(world, 'getBalance', [address])).value)
}

/** Lamports of an address and of its wrapped SOL, by the node. A swap unwraps what another test has left. */
export async function lamportsWithWrapped(world: TestWorld, owner: string): Promise<bigint> {
  const params = [owner, { mint: `So${'1'.repeat(40)}2` }, { encoding: 'base64' }]
  const list = z.object({ value: z.array(z.object({ account: z.object({ lamports: z.int() }) })) })
  const { value } = z.parse(list, await callNode(world, 'getTokenAccountsByOwner', params))
  return value.reduce((sum, { account }) => sum + BigInt(account.lamports), await lamports(world, owner))
}

/** Deletes the token accounts of an address, so that a dApp can create them again. */
export async function removeTokenAccounts(world: TestWorld, owner: string): Promise<void> {
  const params = [owner, { programId: tokenProgram }, { encoding: 'base64' }]
  const list = z.object({ value: z.array(z.object({ pubkey: z.string() })) })
  const tokenAccounts = z.parse(list, await callNode(world, 'getTokenAccountsByOwner', params))
  for (const { pubkey } of tokenAccounts.value) await callNode(world, 'svm_removeAccount', [pubkey])
}

/** Token balances of an address in a token program, as pairs of mint and decimal amount, by the node. */
export async function tokensOf(
  world: TestWorld,
  owner: string,
  programId = tokenProgram,
): Promise<(readonly [string, string])[]> {
  const params = [owner, { programId }, { encoding: 'jsonParsed' }]
  const info = z.object({ mint: z.string(), tokenAmount: z.object({ uiAmountString: z.string() }) })
  const account = z.object({ account: z.object({ data: z.object({ parsed: z.object({ info }) }) }) })
  const list = z.object({ value: z.array(account) })
  const tokenAccounts = z.parse(list, await callNode(world, 'getTokenAccountsByOwner', params))
  return tokenAccounts.value.map(({ account: { data } }) => [
    data.parsed.info.mint,
    data.parsed.info.tokenAmount.uiAmountString,
  ])
}
