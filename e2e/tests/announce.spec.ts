import type { Page } from '@playwright/test'
import { signatureVerify } from '@polkadot/util-crypto'
import * as z from 'zod/mini'
import { expect, reducedMotion, test } from './fixtures.ts'

test.use(reducedMotion)

declare global {
  interface Window {
    /** What an app that ran before any wallet received. */
    readonly earlyWallets: readonly object[]
    /** Runs in the test: what the user does in the modal. */
    readonly personConnects: () => Promise<void>
    readonly isSigned: (data: string, signature: string, address: string) => Promise<boolean>
  }
}

/** Time limit of one rule for a valid wallet, and of all rules for a faulty one. */
const patience = { bare: 10_000, ours: 10_000, faulty: 200 }
const whiches = ['bare', 'ours', 'faulty'] as const

const runtimeSchema = z.object({ result: z.object({ specVersion: z.int() }) })
const propertiesSchema = z.object({
  result: z.object({
    ss58Format: z.optional(z.int()),
    tokenDecimals: z.int(),
    tokenSymbol: z.string(),
  }),
})

/** The current runtime of the local chain and its values for pages. */
async function chainRuntime(rpcUrl: string) {
  const callNode = async (method: string): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(rpcUrl, { method: 'POST', headers, body })).json()
  }
  const { specVersion } = z.parse(runtimeSchema, await callNode('state_getRuntimeVersion')).result
  const { result } = z.parse(propertiesSchema, await callNode('system_properties'))
  // The local runtime is a Kusama Asset Hub: its constant `System.SS58Prefix` says 2, and its properties say nothing.
  return { ...result, specVersion, ss58Format: result.ss58Format ?? 2 }
}

async function addSuite(page: Page, name: string): Promise<void> {
  await page.addScriptTag({ url: `/scripts/${name}.js`, type: 'module' })
}

/** Either every rule passes or none does. */
function judge(
  which: (typeof whiches)[number],
  results: readonly { readonly name: string; readonly failure: string | undefined }[],
): void {
  const failed = results.filter(({ failure }) => failure !== undefined)
  if (which === 'faulty') expect(failed.map(({ name }) => name)).toEqual(results.map(({ name }) => name))
  else expect(failed, which).toEqual([])
}

test('Wallet Standard suite › announced and bare wallet › pass, faulty wallet fails', async ({
  dapp,
  world,
  hands,
  page,
}) => {
  const others = world.stack.solana.accounts.filter(({ label }) => label !== hands.beacon)
  const accounts = [hands.beacon, ...others.map(({ label }) => label).slice(0, 1)]
  await page.addInitScript(() => {
    if (window !== window.top) return
    const earlyWallets: object[] = []
    Object.assign(window, { earlyWallets })
    const register = (wallet: object) => earlyWallets.push(wallet)
    addEventListener('wallet-standard:register-wallet', (event) => Reflect.get(event, 'detail')({ register }))
  })
  await page.exposeFunction('personConnects', () => dapp.widget.row('Beacon Wallet').click())
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'], accounts, script: { mode: 'approve' } }],
    config: { platforms: ['solana'], networks: [world.stack.solana.id] },
  })
  await addSuite(page, 'standard-suite')
  await addSuite(page, 'faulty-wallets')
  await expect.poll(() => page.evaluate(() => 'runStandardSuite' in window)).toBe(true)
  for (const which of whiches) {
    const results = await page.evaluate(
      async ([kind, patienceMs]) => {
        const wallet = window.testWallets.beacon
        const name = { bare: 'Beacon Wallet', ours: 'Drawbridge', faulty: 'Faulty Wallet' }[kind]
        return window.runStandardSuite(name, {
          early: window.earlyWallets.filter((one) => Reflect.get(one, 'name') === name),
          patienceMs,
          person: async () => {
            if (kind === 'ours') await window.personConnects()
          },
          temper: (mode) => wallet?.script({ mode }),
          pick: (at) => wallet?.useAccount(at),
        })
      },
      [which, patience[which]] as const,
    )
    judge(which, results)
    expect(results.length).toBeGreaterThan(15)
  }
  expect(await dapp.wallet('beacon').asked()).toContain('solana:signIn')
})

test('injectedWeb3 suite › announced and bare extension › pass, faulty one fails', async ({
  dapp,
  world,
  hands,
  page,
}) => {
  const { id, genesisHash, rpcUrl, accounts: known } = world.stack.polkadot
  const present = await chainRuntime(rpcUrl)
  const others = known.filter(({ label, type }) => label !== hands.trellis && type === 'sr25519')
  const accounts = [hands.trellis, ...others.map(({ label }) => label).slice(0, 1)]
  await page.exposeFunction('personConnects', () => dapp.widget.row('Trellis Wallet').click())
  await page.exposeFunction(
    'isSigned',
    (data: string, signature: string, address: string) => signatureVerify(data, signature, address).isValid,
  )
  await dapp.open({
    wallets: [{ id: 'trellis', accounts, script: { mode: 'approve' } }],
    config: { platforms: ['polkadot'], networks: [id] },
  })
  await addSuite(page, 'injected-web3-suite')
  await addSuite(page, 'faulty-wallets')
  await expect.poll(() => page.evaluate(() => 'runExtensionSuite' in window)).toBe(true)
  for (const which of whiches) {
    const results = await page.evaluate(
      async ([kind, patienceMs, chain, runtime]) => {
        const wallet = window.testWallets.trellis
        const key = { bare: 'trellis', ours: 'drawbridge', faulty: 'faulty' }[kind]
        return window.runExtensionSuite(key, {
          // Each provides a runtime that the wallet does not know yet; the widget takes only the chain's own.
          runtime: {
            ...runtime,
            genesisHash: kind === 'ours' ? chain : `0x${chain.slice(2).replace(/^../, '00')}`,
          },
          patienceMs,
          person: async () => {
            if (kind === 'ours') await window.personConnects()
          },
          temper: (mode) => wallet?.script({ mode }),
          pick: (at) => wallet?.useAccount(at),
          isSigned: window.isSigned,
        })
      },
      [which, patience[which], genesisHash, present] as const,
    )
    judge(which, results)
    expect(results.length).toBeGreaterThan(7)
  }
})
