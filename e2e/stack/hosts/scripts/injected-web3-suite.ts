import type { Injected, InjectedAccount } from '@polkadot/extension-inject/types'
import {
  type Case,
  matches,
  member,
  must,
  rejects,
  runCases,
  type SuiteResult,
  say,
  until,
} from './suite-case.ts'

/** What an extension of the suite has around it. */
type ExtensionWorld = {
  /** A runtime that the extension does not know before; the widget teaches one only as the chain has it. */
  readonly runtime: {
    readonly genesisHash: `0x${string}`
    readonly specVersion: number
    readonly ss58Format: number
    readonly tokenDecimals: number
    readonly tokenSymbol: string
  }
  /** How long anything may take. */
  readonly patienceMs: number
  /** What a person does after a page wants to connect. */
  readonly person: () => Promise<void>
  /** The wallet answers by itself from now on. */
  readonly temper: (mode: 'approve' | 'reject') => void
  /** The person picks another of two accounts in the wallet. */
  readonly pick: (at: number) => void
  /** Whether a signature is an address's over bytes, wrapped in `<Bytes>`. */
  readonly isSigned: (data: string, signature: string, address: string) => Promise<boolean>
}

type Entry = { readonly enable: (site: string) => Promise<Injected> }

/** The entry, and what it gave when a person agreed. */
type Extension = { readonly entry: Entry; injected: Injected | undefined }

const kinds = ['sr25519', 'ed25519', 'ecdsa', 'ethereum']
const hello = '0x68656c6c6f'
const stranger = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'

const addresses = (accounts: readonly InjectedAccount[]) => accounts.map(({ address }) => address).join()

function enabled({ injected }: Extension): Injected {
  if (injected === undefined) throw new Error('It is not enabled')
  return injected
}

async function first(extension: Extension): Promise<InjectedAccount> {
  const [account] = await enabled(extension).accounts.get()
  if (account === undefined) throw new Error('It shares no account')
  return account
}

function signRaw(extension: Extension, address: string) {
  const { signer } = enabled(extension)
  if (signer.signRaw === undefined) throw new Error('It signs no messages')
  return signer.signRaw({ address, data: hello, type: 'bytes' })
}

/** The definition of that runtime, as pages provide it. */
const definition = ({ runtime }: ExtensionWorld) => ({
  ...runtime,
  chain: 'Suite',
  icon: 'substrate',
  types: {},
})

const cases: readonly Case<Extension, ExtensionWorld>[] = [
  [
    'its entry has a version and an enable of its own',
    async ({ entry }) => {
      must(typeof Object.getOwnPropertyDescriptor(entry, 'enable')?.value === 'function', 'enable')
      matches(/^\d+\.\d+\.\d+/, Reflect.get(entry, 'version'))
    },
  ],
  [
    'who enables it gets accounts, a signer and metadata, once a person agrees; again without one',
    async (extension, { person, patienceMs }) => {
      const enabling = extension.entry.enable('Suite')
      await person()
      extension.injected = await enabling
      const { accounts, signer, metadata } = extension.injected
      for (const name of ['signPayload', 'signRaw']) must(typeof member(signer, name) === 'function', name)
      for (const name of ['get', 'provide']) must(typeof member(metadata, name) === 'function', name)
      const shared = await accounts.get()
      let again: string | undefined
      void extension.entry
        .enable('Suite')
        .then((injected) => injected.accounts.get())
        .then((list) => {
          again = say(list)
        })
      await until(() => again !== undefined, patienceMs)
      must(shared.length > 0 && again === say(shared), again)
    },
  ],
  [
    'an account has an address and the type of its key',
    async (extension) => {
      for (const { address, type } of await enabled(extension).accounts.get()) {
        matches(/^([1-9A-HJ-NP-Za-km-z]{46,50}|0x[0-9a-fA-F]{40})$/, address)
        must(kinds.includes(type ?? ''), type)
      }
    },
  ],
  [
    'who subscribes is told the present accounts and each change once, until it stops',
    async (extension, { pick, patienceMs }) => {
      const { accounts } = enabled(extension)
      const told: string[] = []
      const stop = accounts.subscribe((list) => {
        told.push(addresses(list))
      })
      const present = addresses(await accounts.get())
      await until(() => told.length === 1, patienceMs)
      pick(1)
      await until(() => told.length === 2, patienceMs)
      stop()
      pick(0)
      await until(async () => addresses(await accounts.get()) === present, patienceMs)
      must(told[0] === present && told[1] !== present && told.length === 2, told)
    },
  ],
  [
    'bytes are signed, each time under a number of its own',
    async (extension, { isSigned }) => {
      const { address } = await first(extension)
      const [one, other] = [await signRaw(extension, address), await signRaw(extension, address)]
      must(Number.isInteger(one.id) && one.id !== other.id, [one.id, other.id])
      must(await isSigned(hello, one.signature, address), one.signature)
    },
  ],
  [
    'a refusal rejects',
    async (extension, { temper }) => {
      const { address } = await first(extension)
      temper('reject')
      try {
        matches(/cancel|reject/i, member(await rejects(signRaw(extension, address)), 'message'))
      } finally {
        temper('approve')
      }
    },
  ],
  [
    'an account that is not shared signs nothing',
    async (extension) => void (await rejects(signRaw(extension, stranger))),
  ],
  [
    'what it is taught it knows, unless the person refuses',
    async (extension, world) => {
      const { metadata } = enabled(extension)
      if (metadata === undefined) throw new Error('It keeps no metadata')
      const isKnown = async () =>
        (await metadata.get()).some(
          ({ genesisHash, specVersion }) =>
            genesisHash === world.runtime.genesisHash && specVersion === world.runtime.specVersion,
        )
      must(!(await isKnown()), 'known before')
      world.temper('reject')
      try {
        await rejects(metadata.provide(definition(world)))
      } finally {
        world.temper('approve')
      }
      must(!(await isKnown()), 'known though it was refused')
      must((await metadata.provide(definition(world))) === true && (await isKnown()), 'not known')
    },
  ],
]

const isEntry = (value: unknown): value is Entry => typeof member(value, 'enable') === 'function'

/**
 * What any extension of `injectedWeb3` must do, as cases which run in a page. The module knows nothing of us: that it is
 * right is proven with the bare test wallet, and with one that breaks every rule.
 */
async function runExtensionSuite(key: string, world: ExtensionWorld): Promise<readonly SuiteResult[]> {
  const entry = member(Reflect.get(window, 'injectedWeb3'), key)
  if (!isEntry(entry)) throw new Error(`There is no ${key}`)
  return runCases(cases, { entry, injected: undefined }, world)
}

Object.defineProperty(globalThis, 'runExtensionSuite', { value: runExtensionSuite })
