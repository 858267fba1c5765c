import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as z from '#shared/zod.ts'

const url = z.string().check(z.regex(/^http:\/\/[a-z0-9.]+:\d+(\/[^\s]*)?$/))
const address = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))])
const privateKey = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))])

/** One site: `origin` is for browsers; `loopback` for Node, which does not resolve `*.localhost`. */
const site = z.object({ origin: url, loopback: url })

const account = z.object({ label: z.string(), address, privateKey, funded: z.boolean() })

const chain = z.object({
  /** CAIP-2. */
  id: z.string(),
  chainId: z.int(),
  name: z.string(),
  /** The node's URL. The node accepts raw transactions and Anvil's methods. */
  rpcUrl: url,
  /** Whether the demo page lists the network. */
  configured: z.boolean(),
  multicall3: address,
  tokens: z.record(z.string(), z.object({ address, name: z.string(), decimals: z.int() })),
  feeds: z.record(z.string(), z.object({ address, decimals: z.int() })),
})

const solana = z.object({
  /** CAIP-2. */
  id: z.string(),
  rpcUrl: url,
  wsUrl: z.string(),
  mints: z.record(z.string(), z.object({ address: z.string(), name: z.string(), decimals: z.int() })),
  accounts: z.array(
    z.object({
      label: z.string(),
      address: z.string(),
      /** Seed of the Ed25519 key. */
      privateKey: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
})

const polkadot = z.object({
  /** CAIP-2. */
  id: z.string(),
  genesisHash: z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))]),
  rpcUrl: url,
  wsUrl: z.string(),
  accounts: z.array(
    z.object({
      label: z.string(),
      uri: z.string(),
      type: z.enum(['sr25519', 'ed25519', 'ecdsa', 'ethereum']),
      address: z.string(),
    }),
  ),
})

/** A second Polkadot chain with the same accounts. Its node starts at the first connection. */
const acala = z.pick(polkadot, { id: true, genesisHash: true, rpcUrl: true, wsUrl: true })

const walletConnect = z.object({
  relayUrl: z.string().check(z.regex(/^ws:\/\/127\.0\.0\.1:\d+$/)),
  /** Project id for clients without one; the widget uses the project id of its host page. */
  projectId: z.string(),
})

/** Schema of `.stack/stack.json`, the description of the running local world. */
export const stackSchema = z.object({
  pid: z.int(),
  widget: site,
  /** The embedded wallet's vault, of the same server as the widget. */
  vault: site,
  dapp: site,
  evil: site,
  /** The payment page of an exchange. */
  exchange: site,
  /** The payment page of an onramp provider. */
  onramp: site,
  /** Services whose accounts log in to embedded wallets. */
  identity: site,
  /** Ethereum chains. */
  chains: z.array(chain),
  solana,
  polkadot,
  acala,
  walletConnect,
  accounts: z.array(account),
  projects: z.array(z.string()),
})
export type Stack = z.infer<typeof stackSchema>

/** Returns the origins of widget, dApp and hostile site. */
export function siteOrigins({ widget, dapp, evil }: Pick<Stack, 'widget' | 'dapp' | 'evil'>) {
  return { widget: widget.origin, dapp: dapp.origin, evil: evil.origin }
}

/** Path of the world's description: `DRAWBRIDGE_STACK_FILE`, or `.stack/stack.json` in the checkout. */
export function stackFileFromEnv(env: NodeJS.ProcessEnv): URL {
  const path = env.DRAWBRIDGE_STACK_FILE
  return path === undefined || path === ''
    ? new URL('../../.stack/stack.json', import.meta.url)
    : pathToFileURL(path)
}

/**
 * Reads the description of the running world.
 * @throws Error when no world is running, with the reason if the last one recorded why it ended, or when the file does not
 *   match the schema.
 */
export function readStack(file: URL = stackFileFromEnv(process.env)): Stack {
  if (!existsSync(file)) {
    const endReason = existsSync(endReasonFile(file))
      ? readFileSync(endReasonFile(file), 'utf8')
      : 'There is no file of one.'
    throw new Error(`No local world runs. ${endReason}`)
  }
  return z.parse(stackSchema, JSON.parse(readFileSync(file, 'utf8')))
}

/** Writes the description of the running world, and deletes the reason why the last one ended. */
export function writeStack(stack: Stack, file: URL): void {
  mkdirSync(new URL('.', file), { recursive: true })
  rmSync(endReasonFile(file), { force: true })
  writeFileSync(file, `${JSON.stringify(stack, null, 2)}\n`)
}

/** Records why the world ends; `readStack` reports it afterwards. */
export function writeEndReason(reason: string, file: URL): void {
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(endReasonFile(file), reason)
}

function endReasonFile(file: URL): URL {
  return new URL(`${file.href}.end`)
}

/** Deletes the file unless another world has written it since. */
export function removeStack(pid: number, file: URL): void {
  try {
    if (z.parse(stackSchema, JSON.parse(readFileSync(file, 'utf8'))).pid === pid) rmSync(file)
  } catch {
    // There is no file, or another world wrote it.
  }
}
