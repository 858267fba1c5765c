import type { Page } from '@playwright/test'
import { signatureVerify } from '@polkadot/util-crypto'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

declare global {
  interface Window {
    /** Wallets that a dApp received whose script ran before any wallet's. */
    readonly earlyWallets: readonly object[]
    /** Runs in the test: the user chooses the wallet in the modal. */
    readonly personConnects: () => Promise<void>
    readonly isSigned: (data: string, signature: string, address: string) => Promise<boolean>
  }
}

/** Milliseconds: limit of one rule for a valid wallet, and of each rule for a faulty one. */
const ruleTimeoutMs = { bare: 10_000, ours: 10_000, faulty: 200 }
const walletKinds = ['bare', 'ours', 'faulty'] as const

const runtimeSchema = z.object({ result: z.object({ specVersion: z.int() }) })
const propertiesSchema = z.object({
  result: z.object({
    ss58Format: z.optional(z.int()),
    tokenDecimals: z.int(),
    tokenSymbol: z.string(),
  }),
})

/** The local chain's current runtime, with its values for pages. */
async function chainRuntime(rpcUrl: string) {
  const callNode = async (method: string): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(rpcUrl, { method: 'POST', headers, body })).json()
  }
  const { specVersion } = z.parse(runtimeSchema, await callNode('state_getRuntimeVersion')).result
  const { result } = z.parse(propertiesSchema, await callNode('system_properties'))
  // The local runtime is a Kusama Asset Hub: its constant `System.SS58Prefix` is 2, and its properties have no prefix.
  return { ...result, specVersion, ss58Format: result.ss58Format ?? 2 }
}

async function addSuite(page: Page, name: string): Promise<void> {
  await page.addScriptTag({ url: `/scripts/${name}.js`, type: 'module' })
}

/** Expects that the faulty wallet fails every rule, and that the others fail none. */
function expectResults(
  walletKind: (typeof walletKinds)[number],
  results: readonly { readonly name: string; readonly failure: string | undefined }[],
): void {
  const failed = results.filter(({ failure }) => failure !== undefined)
  if (walletKind === 'faulty') expect(failed.map(({ name }) => name)).toEqual(results.map(({ name }) => name))
  else expect(failed, walletKind).toEqual([])
}

test('Wallet Standard suite › announced and bare wallet › pass, faulty wallet fails', async ({
  dapp,
  world,
  testAccounts,
  page,
}) => {
  const others = world.stack.solana.accounts.filter(({ label }) => label !== testAccounts.beacon)
  const accounts = [testAccounts.beacon, ...others.map(({ label }) => label).slice(0, 1)]
  await page.addInitScript(() => {
    if (window !== window.top) return
    const earlyWallets: object[] = []
    Object.assign(window, { earlyWallets })
    const register = (wallet: object) => earlyWallets.push(wallet)
    addEventListener('wallet-standard:register-wallet', (event) => Reflect.get(event, 'detail')({ register }))
  })
  await page.exposeFunction('personConnects', () => dapp.widget.clickRow('Beacon Wallet'))
  await dapp.open({
    wallets: [{ id: 'beacon', namespaces: ['solana'], accounts, script: { mode: 'approve' } }],
    config: { platforms: ['solana'], networks: [world.stack.solana.id] },
  })
  await addSuite(page, 'standard-suite')
  await addSuite(page, 'faulty-wallets')
  await expect.poll(() => page.evaluate(() => 'runStandardSuite' in window)).toBe(true)
  for (const walletKind of walletKinds) {
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
      [walletKind, ruleTimeoutMs[walletKind]] as const,
    )
    expectResults(walletKind, results)
    expect(results.length).toBeGreaterThan(15)
  }
  expect(await dapp.wallet('beacon').requestedMethods()).toContain('solana:signIn')
})

test('injectedWeb3 suite › announced and bare extension › pass, faulty one fails', async ({
  dapp,
  world,
  testAccounts,
  page,
}) => {
  const { id, genesisHash, rpcUrl, accounts: chainAccounts } = world.stack.polkadot
  const currentRuntime = await chainRuntime(rpcUrl)
  const others = chainAccounts.filter(
    ({ label, type }) => label !== testAccounts.trellis && type === 'sr25519',
  )
  const accounts = [testAccounts.trellis, ...others.map(({ label }) => label).slice(0, 1)]
  await page.exposeFunction('personConnects', () => dapp.widget.clickRow('Trellis Wallet'))
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
  for (const walletKind of walletKinds) {
    const results = await page.evaluate(
      async ([kind, patienceMs, chain, runtime]) => {
        const wallet = window.testWallets.trellis
        const key = { bare: 'trellis', ours: 'drawbridge', faulty: 'faulty' }[kind]
        return window.runExtensionSuite(key, {
          // Each case provides a runtime that the wallet does not know yet; the widget accepts only the chain's current one.
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
      [walletKind, ruleTimeoutMs[walletKind], genesisHash, currentRuntime] as const,
    )
    expectResults(walletKind, results)
    expect(results.length).toBeGreaterThan(7)
  }
})
