import { getWallets } from '@wallet-standard/app'
import { toBase58 } from '../../wallets/base58.ts'
import { signingCases } from './standard-signing-cases.ts'
import {
  addresses,
  bytesOf,
  first,
  isWhole,
  listen,
  localChain,
  needed,
  type StandardSuiteWorld,
  type SuiteWallet,
  stays,
} from './standard-suite-wallet.ts'
import { type Case, matches, must, rejects, runCases, type SuiteResult, say, until } from './suite-case.ts'

const within = <Value>(run: Promise<Value>, patienceMs: number): Promise<Value> =>
  Promise.race([
    run,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('It did not answer')), patienceMs)),
  ])

const cases: readonly Case<SuiteWallet, StandardSuiteWorld>[] = [
  [
    'an app that was there before and one that comes later are given the same wallet, once',
    async (wallet, { early }) => {
      const late = getWallets()
        .get()
        .filter(({ name }) => name === wallet.name)
      must(early.length === 1 && late.length === 1, [early.length, late.length])
      must(early[0] === late[0], 'another wallet')
    },
  ],
  [
    'it tells the version of the standard, its name, its picture as data, and its chains',
    async ({ version, name, icon, chains }) => {
      must(version === '1.0.0' && name !== '', [version, name])
      matches(/^data:image\/(svg\+xml|webp|png|gif);base64,[A-Za-z0-9+/]+=*$/, icon)
      must(chains.includes(localChain), chains)
      for (const chain of chains) matches(/^[a-z0-9-]+:[A-Za-z0-9-]+$/, chain)
    },
  ],
  [
    'every feature has a version',
    async ({ features }) => {
      for (const [name, feature] of Object.entries(features)) {
        matches(/^[a-z0-9-]+:[A-Za-z0-9]+$/, name)
        matches(/^\d+\.\d+\.\d+$/, Reflect.get(feature, 'version'))
      }
    },
  ],
  [
    'transactions of both versions are supported',
    async ({ features }) => {
      for (const name of ['solana:signTransaction', 'solana:signAndSendTransaction'] as const) {
        const { supportedTransactionVersions: versions } = features[name]
        must(versions.includes('legacy') && versions.includes(0), versions)
      }
    },
  ],
  [
    'nobody can change it',
    async (wallet) => {
      for (const key of ['version', 'name', 'icon', 'chains', 'features', 'accounts']) stays(wallet, key)
      for (const key of [...needed, 'solana:more']) stays(wallet.features, key)
      for (const feature of Object.values(wallet.features))
        for (const key of Object.keys(Object(feature))) stays(Object(feature), key)
      stays(wallet.chains, wallet.chains.length)
    },
  ],
  [
    'connecting silently asks nobody, and gives nobody yet',
    async ({ features }, { patienceMs }) => {
      const asked = features['standard:connect'].connect({ silent: true })
      const { accounts } = await within(asked, patienceMs)
      must(accounts.length === 0, addresses(accounts))
    },
  ],
  [
    'connecting gives the accounts, which are those of the wallet from then on, and tells them once',
    async (wallet, { person, patienceMs }) => {
      const { heard, stop } = listen(wallet)
      const connecting = wallet.features['standard:connect'].connect()
      await person()
      const { accounts } = await connecting
      must(accounts.length > 0 && addresses(accounts) === addresses(wallet.accounts), addresses(accounts))
      await until(() => heard.length > 0, patienceMs)
      const again = await within(wallet.features['standard:connect'].connect(), patienceMs)
      must(addresses(again.accounts) === addresses(accounts), 'others the second time')
      must(say(heard) === say([addresses(accounts)]), heard)
      stop()
    },
  ],
  [
    'an account is of its key, and for no more chains and features than the wallet',
    async (wallet) => {
      for (const { address, publicKey, chains, features } of wallet.accounts) {
        must(toBase58(Uint8Array.from(publicKey)) === address, address)
        must(chains.length > 0 && chains.every((chain) => wallet.chains.includes(chain)), chains)
        must(features.length > 0 && features.every((feature) => feature in wallet.features), features)
      }
    },
  ],
  [
    'an account stays the same object while it is shared, and nobody can change it',
    async (wallet) => {
      const account = first(wallet)
      must(first(wallet) === account, 'another object')
      for (const key of ['address', 'publicKey', 'chains', 'features', 'label']) stays(account, key)
      stays(account.chains, account.chains.length)
      stays(account.features, account.features.length)
      Reflect.set(wallet.accounts, wallet.accounts.length, account)
      must(wallet.accounts.filter((one) => one === account).length === 1, 'a list that anybody can change')
    },
  ],
  ...signingCases,
  [
    'what the person picks in the wallet is told once to who listens, and not to who has stopped',
    async (wallet, { pick, patienceMs }) => {
      const before = addresses(wallet.accounts)
      const gone = listen(wallet)
      const { heard, stop } = listen(wallet)
      gone.stop()
      pick(1)
      await until(() => heard.length === 1, patienceMs)
      const picked = addresses(wallet.accounts)
      pick(0)
      await until(() => heard.length === 2, patienceMs)
      must(picked !== before && say(heard) === say([picked, before]), heard)
      must(gone.heard.length === 0, gone.heard)
      stop()
    },
  ],
  [
    'disconnecting leaves nobody, and tells that once; who was shared signs no more',
    async (wallet, { patienceMs }) => {
      const account = first(wallet)
      const { heard, stop } = listen(wallet)
      await wallet.features['standard:disconnect'].disconnect()
      await until(() => wallet.accounts.length === 0 && heard.length > 0, patienceMs)
      await rejects(wallet.features['solana:signMessage'].signMessage({ account, message: bytesOf('No') }))
      must(say(heard) === say(['']), heard)
      stop()
    },
  ],
]

// An app from now on: wallets may come later.
getWallets()

/** A whole wallet of that name, once it has registered. */
async function walletCalled(name: string): Promise<SuiteWallet> {
  let found: SuiteWallet | undefined
  await until(() => {
    found = getWallets()
      .get()
      .filter(isWhole)
      .find((wallet) => wallet.name === name)
    return found !== undefined
  })
  if (found === undefined) throw new Error(`There is no ${name}`)
  return found
}

/**
 * What any wallet of the Wallet Standard for Solana must do, as cases which run in a page: at first nobody is connected,
 * at last nobody is again. The module knows nothing of us: that it is right is proven with the bare test wallet, and with
 * one that breaks every rule.
 */
const runStandardSuite = async (name: string, world: StandardSuiteWorld): Promise<readonly SuiteResult[]> =>
  runCases(cases, await walletCalled(name), world)

Object.defineProperty(globalThis, 'runStandardSuite', { value: runStandardSuite })
