import { expect } from '@playwright/test'
import { type Address, createTestClient, erc20Abi, type Hash, type Hex, http, publicActions } from 'viem'
import type { Stack } from '#stack/stack-file.ts'

/** Reads and changes one chain directly, not through the widget. Workers share the chains: use only your test accounts. */
export function localChain(stack: Stack, chainId: number) {
  const chain = stack.chains.find((known) => known.chainId === chainId)
  if (chain === undefined) throw new Error(`The local world has no chain ${chainId}`)
  const client = createTestClient({
    mode: 'anvil',
    transport: http(chain.rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions)
  const token = (symbol: string) => {
    const found = chain.tokens[symbol]
    if (found === undefined) throw new Error(`The local world has no token ${symbol}`)
    return found
  }
  const rpc = (method: string, params: readonly unknown[] = []): Promise<unknown> =>
    client.request<{ Method: string; Parameters: readonly unknown[]; ReturnType: unknown }>({
      method,
      params,
    })
  return {
    ...chain,
    token,
    /** In wei. */
    balance: (address: Address) => client.getBalance({ address }),
    /** In the token's base units. */
    tokenBalance: (symbol: string, address: Address) =>
      client.readContract({
        address: token(symbol).address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    /** The spender that an account last approved for a token. @throws Error if it never approved one. */
    async lastSpender(symbol: string, owner: Address): Promise<Address> {
      const approvals = await client.getContractEvents({
        address: token(symbol).address,
        abi: erc20Abi,
        eventName: 'Approval',
        args: { owner },
        fromBlock: 'earliest',
        strict: true,
      })
      const spender = approvals.at(-1)?.args.spender
      if (spender === undefined) throw new Error(`Nobody may take ${symbol} of ${owner}`)
      return spender
    },
    setBalance: (address: Address, value: bigint) => client.setBalance({ address, value }),
    async setTokenBalance(symbol: string, address: Address, value: bigint): Promise<void> {
      await rpc('anvil_dealERC20', [address, token(symbol).address, `0x${value.toString(16)}`])
    },
    /** Calls any method of the node, including those of Anvil. */
    rpc,
    /** Number of transactions that an account has sent. */
    nonce: (address: Address) => client.getTransactionCount({ address }),
    /** Sends a signed transaction, and resolves with its hash, usually before it is in a block. */
    send: (serializedTransaction: Hex) => client.sendRawTransaction({ serializedTransaction }),
    /** Resolves with a transaction's receipt once it is in a block. */
    async receipt(hash: Hash) {
      // viem's `waitForTransactionReceipt` polls once after each block, and may miss the last one.
      const read = () => client.getTransactionReceipt({ hash })
      await expect(read).toPass({ timeout: 10_000, intervals: [20] })
      return read()
    },
  }
}
export type LocalChain = ReturnType<typeof localChain>
