import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Stack } from '#stack/stack-file.ts'

const mainNets = {
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
} as const

const reference = (chainId: string): string => chainId.slice(chainId.indexOf(':') + 1)

/** The local chains of Solana and Polkadot under the ids of the main nets. */
export type RenamedChains = {
  /** A configuration's entries of `networks`, Ethereum's included. */
  readonly networks: readonly { readonly id: string; readonly rpcUrls: readonly string[] }[]
  /** A text with the ids of the main nets in place of the local ones. */
  readonly renamed: (text: string) => string
  readonly stop: () => Promise<void>
}

/**
 * Puts a relay in front of the local Solana and the local Polkadot node, which replaces the start of the genesis hash in every
 * answer: CAIP-2 ids of both ecosystems are that start. Ethereum needs none, because the local chain has the id 1.
 */
export async function startRenamedChains({ chains, solana, polkadot }: Stack): Promise<RenamedChains> {
  const ethereum = chains.find(({ chainId }) => chainId === 1)
  if (ethereum === undefined) throw new Error('The local world has no chain 1')
  const names = [
    [reference(solana.id), reference(mainNets.solana)],
    [reference(polkadot.id), reference(mainNets.polkadot)],
    // What wallets call it (Wallet Standard).
    ['solana:localnet', 'solana:mainnet'],
  ] as const
  const renamed = (given: string) => names.reduce((now, [from, to]) => now.replaceAll(from, to), given)

  const relay = async (nodeUrl: string) => {
    const server = createServer(async (received, response) => {
      try {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(nodeUrl, { method: 'POST', headers, body: await text(received) })
        response.writeHead(answer.status, headers).end(renamed(await answer.text()))
      } catch {
        response.writeHead(502).end()
      }
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('The relay has no port')
    const stop = async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
    return { url: `http://127.0.0.1:${address.port}`, stop }
  }
  const [svm, dot] = [await relay(solana.rpcUrl), await relay(polkadot.rpcUrl)]
  return {
    networks: [
      { id: ethereum.id, rpcUrls: [ethereum.rpcUrl] },
      { id: mainNets.solana, rpcUrls: [svm.url] },
      { id: mainNets.polkadot, rpcUrls: [dot.url] },
    ],
    renamed,
    stop: async () => {
      await svm.stop()
      await dot.stop()
    },
  }
}
