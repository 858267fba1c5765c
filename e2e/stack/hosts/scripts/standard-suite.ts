import { getWallets } from '@wallet-standard/app'
import { encodeBase58 } from '#shared/caip/base58.ts'
import { signingCases } from './standard-signing-cases.ts'
import {
  addresses,
  assertImmutable,
  bytesOf,
  firstAccount,
  hasAllFeatures,
  localChain,
  recordChanges,
  requiredFeatures,
  type StandardSuiteWorld,
  type SuiteWallet,
} from './standard-suite-wallet.ts'
import {
  assert,
  assertMatches,
  assertRejects,
  type Case,
  runCases,
  type SuiteResult,
  stringify,
  waitUntil,
} from './suite-case.ts'

const withTimeout = <Value>(run: Promise<Value>, patienceMs: number): Promise<Value> =>
  Promise.race([
    run,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('It did not answer')), patienceMs)),
  ])

const cases: readonly Case<SuiteWallet, StandardSuiteWorld>[] = [
  [
    'an app that was there before and one that comes later are given the same wallet, once',
    async (wallet, { early }) => {
      const lateWallets = getWallets()
        .get()
        .filter(({ name }) => name === wallet.name)
      assert(early.length === 1 && lateWallets.length === 1, [early.length, lateWallets.length])
      assert(early[0] === lateWallets[0], 'another wallet')
    },
  ],
  [
    'it tells the version of the standard, its name, its picture as data, and its chains',
    async ({ version, name, icon, chains }) => {
      assert(version === '1.0.0' && name !== '', [version, name])
      assertMatches(/^data:image\/(svg\+xml|webp|png|gif);base64,[A-Za-z0-9+/]+=*$/, icon)
      assert(chains.includes(localChain), chains)
      for (const chain of chains) assertMatches(/^[a-z0-9-]+:[A-Za-z0-9-]+$/, chain)
    },
  ],
  [
    'every feature has a version',
    async ({ features }) => {
      for (const [name, feature] of Object.entries(features)) {
        assertMatches(/^[a-z0-9-]+:[A-Za-z0-9]+$/, name)
        assertMatches(/^\d+\.\d+\.\d+$/, Reflect.get(feature, 'version'))
      }
    },
  ],
  [
    'transactions of both versions are supported',
    async ({ features }) => {
      for (const name of ['solana:signTransaction', 'solana:signAndSendTransaction'] as const) {
        const { supportedTransactionVersions: versions } = features[name]
        assert(versions.includes('legacy') && versions.includes(0), versions)
      }
    },
  ],
  [
    'nobody can change it',
    async (wallet) => {
      for (const key of ['version', 'name', 'icon', 'chains', 'features', 'accounts'])
        assertImmutable(wallet, key)
      for (const key of [...requiredFeatures, 'solana:more']) assertImmutable(wallet.features, key)
      for (const feature of Object.values(wallet.features))
        for (const key of Object.keys(Object(feature))) assertImmutable(Object(feature), key)
      assertImmutable(wallet.chains, wallet.chains.length)
    },
  ],
  [
    'connecting silently asks nobody, and gives nobody yet',
    async ({ features }, { patienceMs }) => {
      const silentConnect = features['standard:connect'].connect({ silent: true })
      const { accounts } = await withTimeout(silentConnect, patienceMs)
      assert(accounts.length === 0, addresses(accounts))
    },
  ],
  [
    'connecting gives the accounts, which are those of the wallet from then on, and tells them once',
    async (wallet, { person, patienceMs }) => {
      const { emitted, stop } = recordChanges(wallet)
      const connecting = wallet.features['standard:connect'].connect()
      await person()
      const { accounts } = await connecting
      assert(accounts.length > 0 && addresses(accounts) === addresses(wallet.accounts), addresses(accounts))
      await waitUntil(() => emitted.length > 0, patienceMs)
      const secondResult = await withTimeout(wallet.features['standard:connect'].connect(), patienceMs)
      assert(addresses(secondResult.accounts) === addresses(accounts), 'others the second time')
      assert(stringify(emitted) === stringify([addresses(accounts)]), emitted)
      stop()
    },
  ],
  [
    'an account is of its key, and for no more chains and features than the wallet',
    async (wallet) => {
      for (const { address, publicKey, chains, features } of wallet.accounts) {
        assert(encodeBase58(Uint8Array.from(publicKey)) === address, address)
        assert(chains.length > 0 && chains.every((chain) => wallet.chains.includes(chain)), chains)
        assert(features.length > 0 && features.every((feature) => feature in wallet.features), features)
      }
    },
  ],
  [
    'an account stays the same object while it is shared, and nobody can change it',
    async (wallet) => {
      const account = firstAccount(wallet)
      assert(firstAccount(wallet) === account, 'another object')
      for (const key of ['address', 'publicKey', 'chains', 'features', 'label']) assertImmutable(account, key)
      assertImmutable(account.chains, account.chains.length)
      assertImmutable(account.features, account.features.length)
      Reflect.set(wallet.accounts, wallet.accounts.length, account)
      assert(wallet.accounts.filter((one) => one === account).length === 1, 'a list that anybody can change')
    },
  ],
  ...signingCases,
  [
    'what the person picks in the wallet is told once to who listens, and not to who has stopped',
    async (wallet, { pick, patienceMs }) => {
      const before = addresses(wallet.accounts)
      const removed = recordChanges(wallet)
      const { emitted, stop } = recordChanges(wallet)
      removed.stop()
      pick(1)
      await waitUntil(() => emitted.length === 1, patienceMs)
      const picked = addresses(wallet.accounts)
      pick(0)
      await waitUntil(() => emitted.length === 2, patienceMs)
      assert(picked !== before && stringify(emitted) === stringify([picked, before]), emitted)
      assert(removed.emitted.length === 0, removed.emitted)
      stop()
    },
  ],
  [
    'disconnecting leaves nobody, and tells that once; who was shared signs no more',
    async (wallet, { patienceMs }) => {
      const account = firstAccount(wallet)
      const { emitted, stop } = recordChanges(wallet)
      await wallet.features['standard:disconnect'].disconnect()
      await waitUntil(() => wallet.accounts.length === 0 && emitted.length > 0, patienceMs)
      await assertRejects(
        wallet.features['solana:signMessage'].signMessage({ account, message: bytesOf('No') }),
      )
      assert(stringify(emitted) === stringify(['']), emitted)
      stop()
    },
  ],
]

// Starts the app's registry, so that wallets can register later.
getWallets()

/** Waits for a wallet of a name that has all features to register. */
async function waitForWallet(name: string): Promise<SuiteWallet> {
  let found: SuiteWallet | undefined
  await waitUntil(() => {
    found = getWallets()
      .get()
      .filter(hasAllFeatures)
      .find((wallet) => wallet.name === name)
    return found !== undefined
  })
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

/**
 * Runs the cases that every Wallet Standard wallet for Solana must pass, in a page. No account is connected at the start nor
 * at the end. The module does not depend on the widget. The bare test wallet, and one that breaks every rule, prove that the
 * cases are right.
 */
const runStandardSuite = async (name: string, world: StandardSuiteWorld): Promise<readonly SuiteResult[]> =>
  runCases(cases, await waitForWallet(name), world)

Object.defineProperty(globalThis, 'runStandardSuite', { value: runStandardSuite })
