import type { Injected, InjectedAccount } from '@polkadot/extension-inject/types'
import {
  assert,
  assertMatches,
  assertRejects,
  type Case,
  getMember,
  runCases,
  type SuiteResult,
  stringify,
  waitUntil,
} from './suite-case.ts'

/** What the suite needs from the test that runs it. */
type ExtensionWorld = {
  /** A runtime that is new to the extension. The widget accepts metadata only if it matches the chain. */
  readonly runtime: {
    readonly genesisHash: `0x${string}`
    readonly specVersion: number
    readonly ss58Format: number
    readonly tokenDecimals: number
    readonly tokenSymbol: string
  }
  /** Timeout of each step, in milliseconds. */
  readonly patienceMs: number
  /** Approves the connection request as the user. */
  readonly person: () => Promise<void>
  /** Sets how the wallet responds to the following requests, without the user. */
  readonly temper: (mode: 'approve' | 'reject') => void
  /** Selects one of two accounts in the wallet as the user. */
  readonly pick: (at: number) => void
  /** Whether an address signed the data, wrapped in `<Bytes>`. */
  readonly isSigned: (data: string, signature: string, address: string) => Promise<boolean>
}

type Entry = { readonly enable: (site: string) => Promise<Injected> }

/** The entry, and its result once the user has approved. */
type Extension = { readonly entry: Entry; injected: Injected | undefined }

const keyTypes = ['sr25519', 'ed25519', 'ecdsa', 'ethereum']
const helloHex = '0x68656c6c6f'
const unsharedAddress = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'

const addresses = (accounts: readonly InjectedAccount[]) => accounts.map(({ address }) => address).join()

function requireInjected({ injected }: Extension): Injected {
  if (injected === undefined) throw new Error('It is not enabled')
  return injected
}

async function firstAccount(extension: Extension): Promise<InjectedAccount> {
  const [account] = await requireInjected(extension).accounts.get()
  if (account === undefined) throw new Error('It shares no account')
  return account
}

function signRaw(extension: Extension, address: string) {
  const { signer } = requireInjected(extension)
  if (signer.signRaw === undefined) throw new Error('It signs no messages')
  return signer.signRaw({ address, data: helloHex, type: 'bytes' })
}

/** The runtime as the metadata definition that pages provide. */
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
      assert(typeof Object.getOwnPropertyDescriptor(entry, 'enable')?.value === 'function', 'enable')
      assertMatches(/^\d+\.\d+\.\d+/, Reflect.get(entry, 'version'))
    },
  ],
  [
    'who enables it gets accounts, a signer and metadata, once a person agrees; again without one',
    async (extension, { person, patienceMs }) => {
      const enabling = extension.entry.enable('Suite')
      await person()
      extension.injected = await enabling
      const { accounts, signer, metadata } = extension.injected
      for (const name of ['signPayload', 'signRaw'])
        assert(typeof getMember(signer, name) === 'function', name)
      for (const name of ['get', 'provide']) assert(typeof getMember(metadata, name) === 'function', name)
      const shared = await accounts.get()
      let sharedAgain: string | undefined
      void extension.entry
        .enable('Suite')
        .then((injected) => injected.accounts.get())
        .then((list) => {
          sharedAgain = stringify(list)
        })
      await waitUntil(() => sharedAgain !== undefined, patienceMs)
      assert(shared.length > 0 && sharedAgain === stringify(shared), sharedAgain)
    },
  ],
  [
    'an account has an address and the type of its key',
    async (extension) => {
      for (const { address, type } of await requireInjected(extension).accounts.get()) {
        assertMatches(/^([1-9A-HJ-NP-Za-km-z]{46,50}|0x[0-9a-fA-F]{40})$/, address)
        assert(keyTypes.includes(type ?? ''), type)
      }
    },
  ],
  [
    'who subscribes is told the present accounts and each change once, until it stops',
    async (extension, { pick, patienceMs }) => {
      const { accounts } = requireInjected(extension)
      const emitted: string[] = []
      const stop = accounts.subscribe((list) => {
        emitted.push(addresses(list))
      })
      const present = addresses(await accounts.get())
      await waitUntil(() => emitted.length === 1, patienceMs)
      pick(1)
      await waitUntil(() => emitted.length === 2, patienceMs)
      stop()
      pick(0)
      await waitUntil(async () => addresses(await accounts.get()) === present, patienceMs)
      assert(emitted[0] === present && emitted[1] !== present && emitted.length === 2, emitted)
    },
  ],
  [
    'bytes are signed, each time under a number of its own',
    async (extension, { isSigned }) => {
      const { address } = await firstAccount(extension)
      const [one, other] = [await signRaw(extension, address), await signRaw(extension, address)]
      assert(Number.isInteger(one.id) && one.id !== other.id, [one.id, other.id])
      assert(await isSigned(helloHex, one.signature, address), one.signature)
    },
  ],
  [
    'a refusal rejects',
    async (extension, { temper }) => {
      const { address } = await firstAccount(extension)
      temper('reject')
      try {
        assertMatches(
          /cancel|reject/i,
          getMember(await assertRejects(signRaw(extension, address)), 'message'),
        )
      } finally {
        temper('approve')
      }
    },
  ],
  [
    'an account that is not shared signs nothing',
    async (extension) => void (await assertRejects(signRaw(extension, unsharedAddress))),
  ],
  [
    'what it is taught it knows, unless the person refuses',
    async (extension, world) => {
      const { metadata } = requireInjected(extension)
      if (metadata === undefined) throw new Error('It keeps no metadata')
      const hasRuntime = async () =>
        (await metadata.get()).some(
          ({ genesisHash, specVersion }) =>
            genesisHash === world.runtime.genesisHash && specVersion === world.runtime.specVersion,
        )
      assert(!(await hasRuntime()), 'known before')
      world.temper('reject')
      try {
        await assertRejects(metadata.provide(definition(world)))
      } finally {
        world.temper('approve')
      }
      assert(!(await hasRuntime()), 'known though it was refused')
      assert((await metadata.provide(definition(world))) === true && (await hasRuntime()), 'not known')
    },
  ],
]

const isEntry = (value: unknown): value is Entry => typeof getMember(value, 'enable') === 'function'

/**
 * Runs the cases that every extension of `injectedWeb3` must pass, in a page. The module does not depend on the widget. The
 * bare test wallet, and one that breaks every rule, prove that the cases are right.
 */
async function runExtensionSuite(key: string, world: ExtensionWorld): Promise<readonly SuiteResult[]> {
  const entry = getMember(Reflect.get(window, 'injectedWeb3'), key)
  if (!isEntry(entry)) throw new Error(`There is no ${key}`)
  return runCases(cases, { entry, injected: undefined }, world)
}

Object.defineProperty(globalThis, 'runExtensionSuite', { value: runExtensionSuite })
