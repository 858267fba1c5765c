import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from '#shared/zod.ts'
import { nodeCall, reservePort } from '../../testing/node-call.ts'

/** A mint of the local world. */
export type LocalMint = {
  readonly symbol: string
  readonly decimals: number
  readonly key: { readonly address: string }
  readonly program: string
  readonly granted: bigint
}

/** A swap of the local API; native amounts by the placeholder of token ids. */
export type SwapRequest = {
  readonly user: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}
export type BuiltSwap = { readonly to: string; readonly data: string; readonly amount: string }

/** A real Solana chain for tests, with SOL and tokens. */
export type Svm = {
  readonly url: string
  readonly mints: readonly LocalMint[]
  /** Makes one JSON-RPC call; rejects with the node's error. */
  call(method: string, ...params: readonly unknown[]): Promise<unknown>
  /** Builds a swap at the local API: the program, a transaction in base64, and the native amount to send with it. */
  swap(swapRequest: SwapRequest, slippageBasisPoints: bigint): Promise<BuiltSwap>
  /** Creates a Token-2022 mint with extensions, as in `e2e/stack/chains/solana/extended-mints.ts`; returns its address. */
  makeExtendedMint(mint: ExtendedMint): Promise<string>
  /** The key of a label. */
  keyOf(label: string): LocalAccount
  /** The CAIP-2 id of the chain, by its genesis hash. */
  readonly chainId: string
  stop(): Promise<void>
}

type Node = { readonly rpcUrl: string; readonly stop: () => Promise<void> }
type LocalAccount = { readonly address: string }

/** A mint with extensions, one holder, and what is done to its accounts afterwards. */
type ExtendedMint = {
  readonly label: string
  readonly decimals: number
  readonly extensions: readonly object[]
  readonly holder: string
  readonly amount: bigint
  readonly memoFor?: LocalAccount
  readonly freezes?: readonly string[]
}

const isFunction = (value: unknown) => typeof value === 'function'
const procedure = <Run>() => z.custom<Run>(isFunction)

// The chain belongs to the local world, which is not part of the widget, so it is loaded by file path.
const localWorldFolder = join(
  dirname(createRequire(import.meta.url).resolve('litesvm/package.json')),
  '../../e2e/stack/chains/solana',
)
const importFromWorld = async <Module extends z.ZodMiniType>(
  file: string,
  module: Module,
): Promise<z.output<Module>> => {
  const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(join(localWorldFolder, file)).href)
  return z.parse(module, { ...z.parse(z.record(z.string(), z.unknown()), loaded) })
}

const svmModule = z.object({
  startSvm: procedure<(options: { port: number; slotMs: number }) => Node>(),
  svmReady: procedure<(node: Node) => Promise<void>>(),
})
const seedModule = z.object({
  seedSvm:
    procedure<
      (seed: { rpcUrl: string; accounts: readonly string[]; mints: readonly LocalMint[] }) => Promise<void>
    >(),
})
const tokensModule = z.object({
  svmMints: z.array(z.custom<LocalMint>((value) => typeof value === 'object')),
})
const accountsModule = z.object({ svmAccount: procedure<(label: string) => LocalAccount>() })
const poolsModule = z.object({
  createPoolSwaps:
    procedure<
      (chain: { id: string; rpcUrl: string }) => {
        build(swapRequest: SwapRequest, slippageBasisPoints: bigint, isTried: boolean): Promise<BuiltSwap>
      }
    >(),
})
const extendedMintsModule = z.object({
  makeExtendedMint: procedure<(rpcUrl: string, mint: ExtendedMint) => Promise<string>>(),
})
const genesisModule = z.object({ svmChainId: z.string() })

async function freePort(): Promise<number> {
  for (;;) {
    const port = await reservePort()
    // The WebSocket uses the next port.
    if (await reservePort(port + 1).catch(() => undefined)) return port
  }
}

/** Starts a chain and funds the accounts with 25 SOL and tokens: those of the local world, and one of Token-2022. */
export async function startSvm(token2022Program: string, accounts: readonly string[]): Promise<Svm> {
  const [svm, seed, tokens, keys, genesis, pools, extended] = await Promise.all([
    importFromWorld('svm.ts', svmModule),
    importFromWorld('seed.ts', seedModule),
    importFromWorld('tokens.ts', tokensModule),
    importFromWorld('accounts.ts', accountsModule),
    importFromWorld('genesis.ts', genesisModule),
    importFromWorld('../../api/convert-pools.ts', poolsModule),
    importFromWorld('extended-mints.ts', extendedMintsModule),
  ])
  const newer: LocalMint = {
    symbol: 'NEW',
    decimals: 2,
    key: keys.svmAccount('test mint of Token-2022'),
    program: token2022Program,
    granted: 1_000n,
  }
  const mints = [...tokens.svmMints, newer]
  const node = svm.startSvm({ port: await freePort(), slotMs: 50 })
  try {
    await svm.svmReady(node)
    await seed.seedSvm({ rpcUrl: node.rpcUrl, accounts, mints })
  } catch (error) {
    await node.stop()
    throw error
  }
  return {
    url: node.rpcUrl,
    mints,
    chainId: genesis.svmChainId,
    swap: (swapRequest, slippageBasisPoints) =>
      pools
        .createPoolSwaps({ id: genesis.svmChainId, rpcUrl: node.rpcUrl })
        .build(swapRequest, slippageBasisPoints, false),
    makeExtendedMint: (mint) => extended.makeExtendedMint(node.rpcUrl, mint),
    keyOf: keys.svmAccount,
    call: (method, ...params) => nodeCall(node.rpcUrl, method, params),
    stop: node.stop,
  }
}
